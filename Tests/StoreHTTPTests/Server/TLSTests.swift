import Crypto
import Foundation
import StoreAPI
import StoreHTTP
import SwiftASN1
import Testing
import X509

@Suite struct TLSTests {
  @Test func `a store with a certificate is asked over TLS by who trusts it, and by no other`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "skdemo-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let own = try Self.makeCertificate(in: folder, "own")
    let other = try Self.makeCertificate(in: folder, "other")

    try await ServedStoreFixture.run(tls: own) { served in
      let address = try StoreAddress("https://127.0.0.1:\(served.port)")
      let trusting = try HTTPStore(address, .hasty(trusting: own))
      let doubting = try HTTPStore(address, .hasty(trusting: other))

      let time = try await trusting.operator(key: ServedStoreFixture.operatorKey).clock()

      #expect(time.epoch == 1)
      await #expect(throws: StoreFault.self) {
        try await doubting.operator(key: ServedStoreFixture.operatorKey).clock()
      }
    }
  }

  @Test func `a certificate that cannot be read is named`() async throws {
    let files = TLSFiles(certificate: "no-certificate.pem", key: "no-key.pem")

    await #expect { try await ServedStoreFixture.run(tls: files) { _ in } } throws: { error in
      "\(error)".contains("no-certificate.pem")
    }
  }

  /// A certificate of 127.0.0.1 that is its own root.
  private static func makeCertificate(in folder: URL, _ name: String) throws -> TLSFiles {
    let key = P256.Signing.PrivateKey()
    let subject = try DistinguishedName { CommonName(name) }
    let certificate = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey),
      notValidBefore: Date(timeIntervalSinceNow: -86_400),
      notValidAfter: Date(timeIntervalSinceNow: 86_400), issuer: subject, subject: subject,
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
        SubjectAlternativeNames([.ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1]))])
      }, issuerPrivateKey: .init(key))
    let files = TLSFiles(
      certificate: folder.appending(path: "\(name).pem").path,
      key: folder.appending(path: "\(name)-key.pem").path)
    try certificate.serializeAsPEM().pemString.write(
      toFile: files.certificate, atomically: true, encoding: .utf8)
    try key.pemRepresentation.write(toFile: files.key, atomically: true, encoding: .utf8)
    return files
  }
}

extension HTTPStore.Settings {
  /// Pauses take no time.
  fileprivate static func hasty(trusting files: TLSFiles) -> Self {
    var settings = HTTPStore.Settings(rootCertificates: URL(filePath: files.certificate))
    settings.pause = { _ in }
    return settings
  }
}
