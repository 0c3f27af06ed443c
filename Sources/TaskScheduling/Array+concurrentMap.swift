import Foundation

extension Array where Element: Sendable {
  /// The elements in their order, in parts of `length`; the last may be shorter.
  package func parts(of length: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: length).map { self[$0..<Swift.min($0 + length, count)] }
  }

  /// Transforms the elements on several processors at once.
  ///
  /// The work must compute and not wait.
  ///
  /// - Parameters:
  ///   - smallestPart: The minimum number of elements for which another task is worth its start.
  ///   - processors: The number of processors to use; `nil` for all. With one, no task is started.
  ///   - transform: Transforms one element.
  /// - Returns: The results, in the order of the elements.
  package func concurrentMap<Value: Sendable>(
    smallestPart: Int = 8, processors: Int? = nil,
    _ transform: @escaping @Sendable (Element) async -> Value
  ) async -> [Value] {
    // Counting the processors makes Foundation read system files, so short lists do not ask.
    guard count > smallestPart, processors != 1 else { return await map(transform, of: self[...]) }
    let processors = processors ?? ProcessInfo.processInfo.activeProcessorCount
    let length = Swift.max(smallestPart, (count + processors - 1) / processors)
    let parts = parts(of: length)
    return await withTaskGroup(of: (start: Int, values: [Value]).self) { group in
      for part in parts {
        group.addTask { (part.startIndex, await map(transform, of: part)) }
      }
      var results: [Int: [Value]] = [:]
      for await (start, values) in group { results[start] = values }
      return parts.flatMap { results[$0.startIndex] ?? [] }
    }
  }

  private func map<Value: Sendable>(
    _ transform: @Sendable (Element) async -> Value, of part: ArraySlice<Element>
  ) async -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(part.count)
    for element in part { values.append(await transform(element)) }
    return values
  }
}
