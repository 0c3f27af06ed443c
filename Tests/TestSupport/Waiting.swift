/// Waits until a condition holds that nothing announces, and lets other tasks run meanwhile.
///
/// - Throws: `CancellationError` if the task is cancelled, as by the test's time limit; and what the
///   condition throws.
package func wait(
  isolation: isolated (any Actor)? = #isolation, until condition: () async throws -> Bool
) async throws {
  while try await !condition() {
    try Task.checkCancellation()
    await Task.yield()
  }
}
