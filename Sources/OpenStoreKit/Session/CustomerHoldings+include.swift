import StoreAPI

// A purchase whose answer came, but after which the store could not be asked for holdings, is
// entered by the device itself.
extension CustomerHoldings {
  mutating func include(_ signed: Signed<TransactionPayload>) {
    let payload = signed.payload
    if payload.type != .consumable {
      latest.removeAll { $0.payload.productId == payload.productId }
      latest.append(signed)
    }
    if !unfinished.contains(where: { $0.payload.transactionId == payload.transactionId }) {
      unfinished.append(signed)
    }
  }
}

extension Holdings {
  mutating func include(_ signed: Signed<TransactionPayload>) {
    if signed.payload.type != .consumable { latest.append(signed.jws) }
    unfinished.append(signed.jws)
  }
}
