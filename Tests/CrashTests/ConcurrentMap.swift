import Foundation
import TaskScheduling

/// Runs `body` for every element, for one more than the number of processors at a time.
func concurrentMap<Element: Sendable, Value: Sendable>(
  _ elements: some Collection<Element>, _ body: @escaping @Sendable (Element) async throws -> Value
) async throws -> [Value] {
  try await withThrowingTaskGroup(of: Value.self) { group in
    var values: [Value] = []
    for (number, element) in elements.enumerated() {
      if number > ProcessInfo.processInfo.activeProcessorCount, let value = try await group.next() {
        values.append(value)
      }
      group.addTask { try await body(element) }
    }
    for try await value in group { values.append(value) }
    return values
  }
}
