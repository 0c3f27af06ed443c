import StoreAPI
import TaskScheduling

extension FairWorkQueue {
  /// Transforms a list in short parts, several at once; each part takes a turn of the customer.
  ///
  /// - Throws: The errors of `transform`, and ``StoreAPI/StoreError/unavailable(reason:)`` if the task
  ///   is cancelled while waiting.
  /// - Returns: The results, in the order of the list.
  func map<Element: Sendable, Value: Sendable>(
    _ list: [Element], of customer: CustomerNumber,
    _ transform: @escaping @Sendable (Element) throws(StoreError) -> Value
  ) async throws(StoreError) -> [Value] {
    // More tasks than turns would only wait for each other.
    let parts = await list.parts(of: Self.partLength).concurrentMap(
      smallestPart: 1, processors: running
    ) { part in
      await self.part(part, of: customer, transform)
    }
    let values = try parts.map { values throws(StoreError) in try values.get() }
    return Array(values.joined())
  }

  private func part<Element, Value: Sendable>(
    _ part: ArraySlice<Element>, of customer: CustomerNumber,
    _ transform: (Element) throws(StoreError) -> Value
  ) async -> Result<[Value], StoreError> {
    do throws(StoreError) {
      return .success(
        try await run(of: customer) { () throws(StoreError) in try part.map(transform) })
    } catch {
      return .failure(error)
    }
  }
}
