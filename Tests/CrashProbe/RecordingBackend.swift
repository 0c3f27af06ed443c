import AppStorePayloads
import CrashScript
import Foundation
import StoreAPI
import TestSupport

/// A back end that records every call as an effect, and every order in a file.
struct RecordingBackend: ForwardingBackend {
  let store: any StoreBackend
  let effects: EffectRecorder
  let sentOrders: SentOrders

  func answer<Value>(
    _ call: StoreCall, forward: () async throws(StoreError) -> Answer<Value>
  ) async throws(StoreError) -> Answer<Value> {
    try await effects.call("backend \(call.rawValue)", forward)
  }

  func purchase(_ order: Order) async throws(StoreError) -> Answer<OrderResult> {
    sentOrders.append(order)
    return try await answer(.purchase) { () throws(StoreError) in try await store.purchase(order) }
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
    } catch StoreError.orderKeyClosed, StoreError.quoteChanged {
      return nil
    }
  }
}
