import Foundation
import PrivateFiles
import TestSupport
import Testing

@testable import StoreEngine

/// A store whose certificates have expired, although its root has not.
@Suite(.hangLimit) struct RootRenewalTests {
  @Test func `a store that has its root's key renews its certificates when it is opened`()
    async throws
  {
    let shop = try CommandLineFixture()
    #expect(try await shop.skdemo("buy", "nonconsumable.car", "--yes").status == 0)
    try shop.expireCertificates()

    let buy = try await shop.skdemo("buy", "nonconsumable.racecar", "--yes")

    #expect(buy.status == 0 && buy.errors.isEmpty)
    let owned = try await shop.skdemo("status").output
    #expect(owned.contains("Race Car  purchased"), "the device trusts the same root")
  }

  @Test func `without the key it sells nothing and says so, until a file with the key renews them`()
    async throws
  {
    let shop = try CommandLineFixture()
    #expect(try await shop.skdemo("buy", "nonconsumable.car", "--yes").status == 0)
    try shop.expireCertificates()
    let key = try shop.moveRootKey()

    let refused = try await shop.skdemo("buy", "nonconsumable.racecar", "--yes", "--json")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("skdemo: the store's certificates expire on 2023-11-26"))
    #expect(refused.errors.contains("renew them with skdemo store root renew FILE"))

    let status = try await shop.skdemo("status")
    let clock = try await shop.skdemo("store", "clock", "--json")
    #expect(status.output.contains("skdemo store root renew"))
    #expect(!(status.output + status.errors).contains("clock accept"))
    #expect(clock.output.contains("\"certificatesEnd\""))

    let none = try await shop.skdemo("store", "root", "renew", "")
    #expect(none.status == 2)
    #expect(none.errors.contains("the path of a file or folder is empty"))

    let leaf = shop.data.appending(path: "authority/leaf.key.pem").path
    let other = try await shop.skdemo("store", "root", "renew", leaf)
    #expect(other.status == 1)
    #expect(other.errors.contains("is not the key of this store's root"))

    let renewed = try await shop.skdemo("store", "root", "renew", key.path)
    #expect(renewed.status == 0)
    #expect(renewed.output.hasPrefix("renewed: valid until 2107-12-31"))
    let buy = try await shop.skdemo("buy", "nonconsumable.racecar", "--yes")
    #expect(buy.status == 0 && buy.errors.isEmpty)
    let again = try await shop.skdemo("store", "root", "renew", key.path)
    #expect(again.output.hasPrefix("nothing to renew: valid until 2107-12-31"))
  }

  @Test func `certificates of a remote store are not renewed from here`() async throws {
    let shop = try CommandLineFixture()

    let refused = try await shop.skdemo(
      "store", "root", "renew", "key", "--store", "http://127.0.0.1:9")

    #expect(refused.status == 2)
    #expect(refused.errors.contains("on the machine that has the store's folder"))
  }
}

extension CommandLineFixture {
  private var authority: URL { data.appending(path: "authority") }

  /// Replaces the intermediate and the leaf by others of 2023, of the same root.
  fileprivate func expireCertificates() throws {
    let authority = try CertificateAuthority(folder: authority)
    let expired = try authority.reissued(
      by: #require(authority.root.privateKey),
      for: Date(
        timeIntervalSince1970: 1_700_000_000)...Date(timeIntervalSince1970: 1_701_000_000))
    for (name, member) in [("intermediate", expired.intermediate), ("leaf", expired.leaf)] {
      try PrivateFile.replace(
        self.authority.appending(path: "\(name).der"), with: member.certificate)
    }
  }

  /// Moves the root's key out of the store's folder.
  fileprivate func moveRootKey() throws -> URL {
    let file = data.appending(path: "exported")
    try FileManager.default.moveItem(at: authority.appending(path: "root.key.pem"), to: file)
    return file
  }
}
