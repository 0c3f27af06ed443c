/// A pause that no clock measures: one of less than a second ends at once, and a longer one, as until
/// a plan renews, only with its task.
package func unmeasuredPause(_ duration: Duration) async throws {
  guard duration >= .seconds(1) else { return await Task.yield() }
  let end = AsyncStream<Never>.makeStream()
  for await _ in end.stream {}
  withExtendedLifetime(end.continuation) {}
  try Task.checkCancellation()
}
