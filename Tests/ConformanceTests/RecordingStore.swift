import StoreAPI
import TestSupport

/// The accounts of a store that records the requests of its devices.
struct RecordingStore: ForwardingAccounts {
  let store: any StoreAccounts
  let requests: RecordedCalls
  /// As for ``TestSupport/CallRecordingBackend``.
  let isEarlier: Bool

  func backend(
    for token: String, instance: InstanceID
  ) async throws(StoreError) -> any StoreBackend {
    CallRecordingBackend(
      try await store.backend(for: token, instance: instance), in: requests, isEarlier: isEarlier)
  }

  func accounts(for request: AccountsRequest) -> any StoreAccounts { store }
}
