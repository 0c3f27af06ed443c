/// Waits until a condition holds that nothing announces, and lets other tasks run meanwhile.
///
/// - Throws: ``FixtureError`` with `expected` if it does not hold in time, see ``Patience``;
///   `CancellationError` if the task is cancelled, as by the test's time limit; and what the condition
///   throws.
package func wait(
  for expected: String = "a condition", isolation: isolated (any Actor)? = #isolation,
  file: String = #fileID, line: Int = #line, until condition: () async throws -> Bool
) async throws {
  let patience = Patience()
  while try await !condition() {
    try Task.checkCancellation()
    guard patience.lasts else {
      throw FixtureError(text: "\(expected) did not come true (\(file):\(line))")
    }
    await Task.yield()
  }
}

/// Returns what `body` returns.
///
/// - Throws: ``FixtureError`` with `expected` if it does not return in time, see ``Patience``;
///   `CancellationError` if the task is cancelled; and what `body` throws.
package func limited<Value: Sendable>(
  _ expected: String, file: String = #fileID, line: Int = #line,
  _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  let (ends, continuation) = AsyncStream<Result<Value, any Error>>.makeStream()
  let patience = Patience {
    let text = "\(expected) did not come (\(file):\(line))"
    continuation.yield(.failure(FixtureError(text: text)))
  }
  let work = Task {
    do {
      continuation.yield(.success(try await body()))
    } catch {
      continuation.yield(.failure(error))
    }
  }
  defer {
    work.cancel()
    patience.end()
  }
  for await end in ends { return try end.get() }
  throw CancellationError()
}
