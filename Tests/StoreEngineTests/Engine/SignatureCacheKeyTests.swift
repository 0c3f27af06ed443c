import AppStorePayloads
import Foundation
import StoreAPI
import TestSupport
import Testing

@testable import StoreEngine

/// The key and the bounds of the cache of signatures.
@Suite struct SignatureCacheKeyTests {
  @Test func `another device, certificate, epoch or transaction is signed for itself`() throws {
    let cache = SignatureCache()
    let (device, certificate) = (UUID(), Data([1]))
    let other = SignatureCache.Content.sample(2)
    let keys = [
      SignatureCache.Key(.sample(), device: device, certificate: certificate, epoch: 1),
      .init(.sample(), device: UUID(), certificate: certificate, epoch: 1),
      .init(.sample(), device: device, certificate: Data([2]), epoch: 1),
      .init(.sample(), device: device, certificate: certificate, epoch: 2),
      .init(other, device: device, certificate: certificate, epoch: 1),
    ]

    for _ in 1...2 {
      for (number, key) in keys.enumerated() {
        let content = number == 4 ? other : .sample()
        let token = try cache.token(of: content, for: key, at: .fixture) { "\(number)" }
        #expect(token == "\(number)")
      }
    }
    #expect(cache.count == keys.count)
  }

  @Test func `a changed content replaces the former one`() throws {
    let cache = SignatureCache()
    let (old, new) = (SignatureCache.Content.sample(), SignatureCache.Content.sample(price: 2))

    #expect(try cache.token(of: old, at: .fixture, signedAs: "old") == "old")
    #expect(try cache.token(of: new, at: .fixture + 1, signedAs: "new") == "new")
    #expect(try cache.token(of: new, at: .fixture + 2, signedAs: "never") == "new")
    #expect(cache.count == 1)
    #expect(try cache.token(of: old, at: .fixture + 3, signedAs: "again") == "again")
  }

  @Test func `a question that adds no token replaces one with another content`() throws {
    let cache = SignatureCache()
    let (old, new) = (SignatureCache.Content.sample(), SignatureCache.Content.sample(price: 2))

    #expect(try cache.token(of: new, at: .fixture, adding: false, signedAs: "new") == "new")
    #expect(cache.count == 0)
    _ = try cache.token(of: old, at: .fixture, signedAs: "old")
    _ = try cache.token(of: new, at: .fixture + 1, adding: false, signedAs: "newer")
    #expect(try cache.token(of: old, at: .fixture + 2, signedAs: "again") == "again")
  }

  @Test func `a request that was overtaken gets the token of the one that overtook it`() throws {
    let cache = SignatureCache()
    let content = SignatureCache.Content.sample()

    let slow = try cache.token(of: content, for: .sample(content), at: .fixture) {
      () throws(StoreError) in
      // While it signs, a request that began later asks for the same.
      try cache.token(of: content, at: .fixture + 0.002, signedAs: "quick")
        .appending(" and slow")
    }

    #expect(slow == "quick")
    #expect(try cache.token(of: content, at: .fixture + 0.001, signedAs: "never") == "quick")
  }

  @Test func `a request that was overtaken does not replace a later content`() throws {
    let cache = SignatureCache()
    let (old, new) = (SignatureCache.Content.sample(), SignatureCache.Content.sample(price: 2))
    _ = try cache.token(of: new, at: .fixture + 1, signedAs: "new")

    #expect(try cache.token(of: old, at: .fixture, signedAs: "old") == "old")
    #expect(try cache.token(of: new, at: .fixture + 1, signedAs: "never") == "new")
  }

  @Test func `a token from the future is not used after a store went back to a backup`() throws {
    let cache = SignatureCache()
    let content = SignatureCache.Content.sample()

    #expect(try cache.token(of: content, at: .fixture, signedAs: "late") == "late")
    #expect(try cache.token(of: content, at: .fixture - 60, signedAs: "early") == "early")
    #expect(try cache.token(of: content, at: .fixture, signedAs: "never") == "early")
  }

  @Test func `an error of signing is thrown and not kept`() throws {
    let cache = SignatureCache()

    #expect(throws: StoreError.unavailable(reason: "no key")) {
      try cache.token(of: .sample(), for: .sample(.sample()), at: .fixture) {
        () throws(StoreError) in throw .unavailable(reason: "no key")
      }
    }
    #expect(cache.count == 0)
  }

  @Test func `the cache stays within its bounds however much is signed`() throws {
    let cache = SignatureCache(capacity: 100)

    for number in 1...1_000 {
      _ = try cache.token(of: .sample(UInt64(number)), at: .fixture, signedAs: "\(number)")
      #expect(cache.count <= 100)
    }
  }
}

extension SignatureCache {
  /// Returns the token of a content for a device of its own store.
  fileprivate func token(
    of content: Content, at date: Date, adding: Bool = true, signedAs token: String
  ) throws(StoreError) -> String {
    try self.token(of: content, for: .sample(content), at: date, adding: adding) { token }
  }
}

extension SignatureCache.Key {
  private static let device = UUID()

  fileprivate static func sample(_ content: SignatureCache.Content) -> Self {
    SignatureCache.Key(content, device: device, certificate: Data([1]), epoch: 1)
  }
}

extension SignatureCache.Content {
  /// A transaction with this ID and this price.
  fileprivate static func sample(_ id: UInt64 = 1, price: Int64 = 1990) -> Self {
    .transaction(
      TransactionPayload(
        transactionId: TransactionID(rawValue: id),
        originalTransactionId: TransactionID(rawValue: id), bundleId: "com.example.skdemo",
        productId: "nonconsumable.car", purchaseDate: .fixture, originalPurchaseDate: .fixture,
        type: .nonConsumable, signedDate: .distantPast, environment: .sandbox, storefront: "USA",
        storefrontId: "143441", transactionReason: .purchase, currency: "USD", price: price,
        appTransactionId: "7"))
  }
}
