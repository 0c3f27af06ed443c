import Foundation
import HTTPService
import PrivateFiles
import StoreHTTPServer
import TestSupport
import Testing

@Suite(.hangLimit) struct TLSTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `files that cannot be used are reported`() async throws {
    let own = try TLSFiles(LoopbackCertificate(in: folder.url, "own"))
    let other = try TLSFiles(LoopbackCertificate(in: folder.url, "other"))
    let cases = [
      ("missing.pem", own.key, "there is no file missing.pem"),
      ("/", own.key, "/ cannot be read"),
      (own.key, own.key, "\(own.key) has no certificate"),
      (own.certificate, "missing.pem", "there is no file missing.pem"),
      (own.certificate, own.certificate, "\(own.certificate) has no key"),
      (own.certificate, other.key, "the key does not belong to the certificate"),
    ]
    for (certificate, key, reason) in cases {
      let files = TLSFiles(certificate: certificate, key: key)

      await #expect(throws: ServerError.tlsFiles(files, reason: reason)) {
        try await ServedStoreFixture.run(tls: files) { _ in }
      }
    }
  }

  @Test(arguments: [0o644, 0o660])
  func `a key that others can use is not served with`(mode: Int) async throws {
    let own = try TLSFiles(LoopbackCertificate(in: folder.url, "own"))
    let key = URL(filePath: own.key)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: own.key)

    await #expect(throws: ServerError.exposedKey(ExposedFileError(key, .permissions(mode)))) {
      try await ServedStoreFixture.run(tls: own) { _ in }
    }
  }
}

extension TLSFiles {
  init(_ own: LoopbackCertificate) {
    self.init(certificate: own.certificate, key: own.key)
  }
}
