package import StoreAPI

/// A back end that throws the same error from every call.
package struct RefusingBackend: ForwardingBackend {
  private let error: StoreError

  package init(_ error: StoreError) { self.error = error }

  /// A back end whose store cannot be reached.
  package static let unreachable = RefusingBackend(.unavailable(reason: "the store is closed"))

  /// Never asked.
  package var store: any StoreBackend { self }

  package func answer<Value>(
    _ call: StoreCall, forward: () async throws(StoreError) -> Answer<Value>
  ) async throws(StoreError) -> Answer<Value> { throw error }

  package func updates(
    after sequence: Int64, known: Int64?
  ) -> AsyncThrowingStream<Answer<StoreUpdate>, any Error> {
    AsyncThrowingStream { $0.finish(throwing: error) }
  }
}
