import Foundation
import StoreAPI
import StoreHTTP
import TestSupport
import Testing

@Suite struct TLSTests {
  @Test func `only a client that trusts a store's certificate can use it over TLS`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "skdemo-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let own = try TLSFiles(LoopbackCertificate(in: folder, "own"))
    let other = try TLSFiles(LoopbackCertificate(in: folder, "other"))

    try await ServedStoreFixture.run(tls: own) { served in
      let address = try StoreAddress("https://127.0.0.1:\(served.port)")
      let trusting = HTTPStore(address, try .withoutPauses(trusting: own))
      let doubting = HTTPStore(address, try .withoutPauses(trusting: other))

      let time = try await trusting.operator(key: ServedStoreFixture.operatorKey).clock()

      #expect(time.epoch == 1)
      await #expect(throws: StoreFault.self) {
        try await doubting.operator(key: ServedStoreFixture.operatorKey).clock()
      }
    }
  }

  @Test(arguments: [
    (file: "no-certificate.pem", reason: "there is no file no-certificate.pem"),
    (file: "/", reason: "/ cannot be read"),
  ])
  func `a certificate file that is missing or unreadable is reported`(
    file: String, reason: String
  ) async throws {
    let files = TLSFiles(certificate: file, key: "no-key.pem")

    await #expect { try await ServedStoreFixture.run(tls: files) { _ in } } throws: { error in
      error as? ServerFault == .tlsFiles(files, reason: reason)
    }
  }

  @Test func `a missing key file is reported`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "skdemo-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let own = try LoopbackCertificate(in: folder, "own")
    let files = TLSFiles(certificate: own.certificate, key: "no-key.pem")

    await #expect { try await ServedStoreFixture.run(tls: files) { _ in } } throws: { error in
      error as? ServerFault == .tlsFiles(files, reason: "there is no file no-key.pem")
    }
  }
}

extension HTTPStore.Settings {
  /// Settings without pauses between retries.
  fileprivate static func withoutPauses(trusting files: TLSFiles) throws -> Self {
    var settings = HTTPStore.Settings(roots: try TrustedRoots(URL(filePath: files.certificate)))
    settings.pause = { _ in }
    return settings
  }
}

extension TLSFiles {
  fileprivate init(_ own: LoopbackCertificate) {
    self.init(certificate: own.certificate, key: own.key)
  }
}
