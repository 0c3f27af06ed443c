import AppStoreServerAPI
import StoreAPI

extension StoreEngine {
  /// Returns the customer whose app transaction has this ID; `nil` if no customer has it.
  func customer(
    ofAppTransaction id: AnyTransactionID
  ) async throws(StoreError) -> CustomerNumber? {
    guard let customer = CustomerNumber(appTransactionID: String(id.rawValue)),
      try await ledgers.hasCustomer(customer)
    else { return nil }
    return customer
  }
}
