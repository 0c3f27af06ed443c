import Foundation
import HTTPService
import PrivateFiles
import StoreAPI
import StoreHTTPClient
import TestSupport
import Testing

/// A store over TLS whose certificate the client refuses.
@Suite(.hangLimit) struct SecureStoreTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `an expired certificate is an error that names the date`() async throws {
    let ended = Date(timeIntervalSince1970: 1_000_000_000)
    try await expectRefusal(
      LoopbackCertificate(in: folder.url, "old", until: ended),
      saying: "its certificate expired on 2001-09-09T01:46:40Z: its operator must renew it")
  }

  @Test func `a certificate of another host is an error that names the reason`() async throws {
    try await expectRefusal(
      LoopbackCertificate(in: folder.url, "other", of: [127, 0, 0, 2]),
      saying: "its certificate is for another host: use a name or an address that is in the "
        + "certificate")
  }

  @Test func `an untrusted certificate is an error that says how to trust it`() async throws {
    let own = try LoopbackCertificate(in: folder.url, "own")
    let other = try LoopbackCertificate(in: folder.url, "other")
    try await expectRefusal(
      own, trusting: other,
      saying: "its certificate is not trusted here. If your own authority signed it, "
        + "name that authority's certificate with --tls-root FILE")
  }

  @Test func `a store without TLS is reported if the address is https`() async throws {
    try await ServedStoreFixture.run { served in
      let client = PauseRecordingClient(try StoreAddress("https://127.0.0.1:\(served.port)"))

      await #expect(
        throws: client.unavailable("it does not use TLS: try http:// in its address")
      ) { try await client.backend().storefront() }
    }
  }

  private func expectRefusal(
    _ own: LoopbackCertificate, trusting other: LoopbackCertificate? = nil, saying reason: String
  ) async throws {
    let roots = try TrustedRoots(URL(filePath: (other ?? own).certificate))
    try await ServedStoreFixture.run(tls: TLSFiles(own)) { served in
      let client = PauseRecordingClient(try StoreAddress("https://127.0.0.1:\(served.port)"))

      await #expect(throws: client.unavailable(reason)) {
        try await client.backend { $0.roots = roots }.storefront()
      }
      #expect(client.pauses.isEmpty)
      var updates = client.updates { $0.roots = roots }
      await #expect(throws: client.unavailable(reason)) { try await updates.next() }
    }
  }
}
