import AppStorePayloads
import Foundation
import StoreAPI

extension DeviceBackend {
  /// The maximum number of a customer's newest transactions in a receipt, because a receipt must
  /// not grow without limit.
  static let receiptLimit = 1_000

  func receipt() async throws(StoreError) -> Answer<Data> {
    let request = try await request()
    let transactions = try await receiptTransactions(of: request.device)
    let receipt = try await engine.workQueue.run(of: request.device.customer) {
      () throws(StoreError) in try request.signedReceipt(of: transactions)
    }
    return request.answer(receipt)
  }

  private func receiptTransactions(
    of device: StoredDevice
  ) async throws(StoreError) -> [LedgerTransaction] {
    var transactions = try await engine.ledgers.transactions(
      of: device.customer,
      HistoryQuery(includingFinishedConsumables: false, limit: Self.receiptLimit))
    if transactions.count == Self.receiptLimit {
      let known = Set(transactions.map(\.id))
      let latest = try await engine.ledgers.purchases(of: device.customer).latest
      transactions += latest.filter { !known.contains($0.id) }
    }
    return transactions.filter { $0.isInReceipt(of: device.number) }
  }
}

extension DeviceRequest {
  /// Signs the receipt of the device.
  fileprivate func signedReceipt(
    of transactions: [LedgerTransaction]
  ) throws(StoreError) -> Data {
    let random = engine.randomness.uuid(
      for: "receipt of device \(device.number)", seed: snapshot.settings.seed)
    let payload = ReceiptPayload(
      for: recipient(at: snapshot.now), transactions: transactions,
      device: device.verificationID, opaqueValue: withUnsafeBytes(of: random.uuid) { Data($0) })
    do {
      return try engine.signer.sign(receipt: payload)
    } catch {
      throw .unavailable(reason: "the store cannot sign: \(error.sentence)")
    }
  }
}
