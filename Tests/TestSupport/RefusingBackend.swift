package import StoreAPI

/// A back end that throws the same fault from every call.
package struct RefusingBackend: ForwardingBackend {
  private let fault: StoreFault

  package init(_ fault: StoreFault) { self.fault = fault }

  /// A back end whose store cannot be reached.
  package static let unreachable = RefusingBackend(.unavailable("the store is closed"))

  /// Never asked.
  package var store: any StoreBackend { self }

  package func answer<Value>(
    _ call: StoreCall, forward: () async throws(StoreFault) -> Answer<Value>
  ) async throws(StoreFault) -> Answer<Value> { throw fault }

  package func updates(
    after sequence: Int64, known: Int64?
  ) -> AsyncThrowingStream<Answer<StoreUpdate>, any Error> {
    AsyncThrowingStream { $0.finish(throwing: fault) }
  }
}
