import CrashScript
import Foundation
import StoreAPI

/// A back end that records every call as an effect, and every order in a file.
struct RecordingBackend: StoreBackend {
  let store: any StoreBackend
  let effects: EffectRecorder
  let sentOrders: SentOrders

  func storefront() async throws(StoreFault) -> Answer<StoreStorefront> {
    try await effects.call("backend storefront") { () throws(StoreFault) in
      try await store.storefront()
    }
  }

  func products(_ ids: [String]) async throws(StoreFault) -> Answer<[StoreProduct]> {
    try await effects.call("backend products") { () throws(StoreFault) in
      try await store.products(ids)
    }
  }

  func quote(_ productID: String, quantity: Int) async throws(StoreFault) -> Answer<Quote> {
    try await effects.call("backend quote") { () throws(StoreFault) in
      try await store.quote(productID, quantity: quantity)
    }
  }

  func purchase(_ order: Order) async throws(StoreFault) -> Answer<OrderResult> {
    sentOrders.append(order)
    return try await effects.call("backend purchase") { () throws(StoreFault) in
      try await store.purchase(order)
    }
  }

  func settle(_ key: OrderKey) async throws(StoreFault) -> Answer<OrderResult?> {
    try await effects.call("backend settle") { () throws(StoreFault) in
      try await store.settle(key)
    }
  }

  func holdings() async throws(StoreFault) -> Answer<Holdings> {
    try await effects.call("backend holdings") { () throws(StoreFault) in
      try await store.holdings()
    }
  }

  func transactions(
    of productID: String?, includingFinishedConsumables: Bool
  ) async throws(StoreFault) -> Answer<[String]> {
    try await effects.call("backend transactions") { () throws(StoreFault) in
      try await store.transactions(
        of: productID, includingFinishedConsumables: includingFinishedConsumables)
    }
  }

  func finish(_ id: TransactionID) async throws(StoreFault) -> Answer<Bool> {
    try await effects.call("backend finish") { () throws(StoreFault) in
      try await store.finish(id)
    }
  }

  func appTransaction() async throws(StoreFault) -> Answer<String> {
    try await effects.call("backend app transaction") { () throws(StoreFault) in
      try await store.appTransaction()
    }
  }

  func updates(after sequence: Int64) -> AsyncThrowingStream<Answer<StoreUpdate>, any Error> {
    store.updates(after: sequence)
  }
}

/// The file with every order that any run has sent.
///
/// A copy of each may arrive late.
struct SentOrders: Sendable {
  let file: URL

  func append(_ order: Order) {
    guard let line = try? JSONEncoder().encode(order),
      let handle = FileHandle(forWritingAtPath: file.path(percentEncoded: false))
    else { preconditionFailure("an order cannot be appended to \(file)") }
    handle.seekToEndOfFile()
    handle.write(line + [UInt8(ascii: "\n")])
  }

  func read() throws -> [Order] {
    try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Order.self, from: $0)
    }
  }

  /// Sends a copy of every order.
  ///
  /// - Returns: The store's answers, by order key: a transaction's ID, or `nil` if it refused.
  func sendAgain(to store: any StoreBackend) async throws -> [String: UInt64?] {
    var answers: [String: UInt64?] = [:]
    for order in try read() {
      answers[order.key.description] = .some(try await answer(store, to: order))
    }
    return answers
  }

  private func answer(_ store: any StoreBackend, to order: Order) async throws -> UInt64? {
    do {
      guard case .purchased(let purchase) = try await store.purchase(order).value else {
        return nil
      }
      let payload = try JWS(purchase.signedTransaction).payload(as: TransactionPayload.self)
      return payload.transactionId.rawValue
    } catch StoreFault.orderKeyClosed, StoreFault.quoteChanged {
      return nil
    }
  }
}
