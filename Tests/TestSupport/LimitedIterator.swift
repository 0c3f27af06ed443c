// The benchmarks are linked with Swift's static library, which has no Testing.
#if canImport(Testing)
import Synchronization
import Testing

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// An iterator for a test: it records an issue and returns `nil` if an element does not come in time,
  /// see ``Patience``.
  ///
  /// An element is asked for when the test asks, as by the sequence's own iterator.
  package func makeLimitedIterator(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> LimitedIterator<Self> {
    LimitedIterator(
      self, SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// An iterator that does not wait for ever; see `makeLimitedIterator()`.
package struct LimitedIterator<Base: AsyncSequence & Sendable>: AsyncIteratorProtocol
where Base.Element: Sendable {
  private let reader: StreamReader<Base>
  private let sourceLocation: SourceLocation
  private var count = 0

  fileprivate init(_ base: Base, _ sourceLocation: SourceLocation) {
    (reader, self.sourceLocation) = (StreamReader(base), sourceLocation)
  }

  package mutating func next() async throws(Base.Failure) -> Base.Element? {
    try await next(isolation: nil)
  }

  package mutating func next(
    isolation: isolated (any Actor)?
  ) async throws(Base.Failure) -> Base.Element? {
    count += 1
    let (reader, expected) = (reader, "no \(Base.Element.self) came as number \(count)")
    let patience = Patience { reader.giveUp() }
    defer { patience.end() }
    switch await reader.next() {
    case .element(let result): return try result.get()
    case .late:
      Issue.record("\(expected) of the stream that begins here", sourceLocation: sourceLocation)
      return nil
    case nil: return nil
    }
  }
}

/// Reads a sequence in a task of its own, whenever it is asked to.
private final class StreamReader<Base: AsyncSequence & Sendable>: Sendable
where Base.Element: Sendable {
  enum Outcome: Sendable {
    case element(Result<Base.Element?, Base.Failure>)
    case late
  }

  private let demands = AsyncStream<Void>.makeStream()
  private let outcomes = AsyncStream<Outcome>.makeStream()
  private let run: Task<Void, Never>

  init(_ base: Base) {
    let (demands, outcomes) = (demands.stream, outcomes.continuation)
    let iterator = base.makeAsyncIterator()
    run = Task {
      var iterator = iterator
      for await _ in demands { outcomes.yield(.element(await iterator.result())) }
    }
  }

  deinit {
    demands.continuation.finish()
    run.cancel()
  }

  /// - Returns: `nil` if the task is cancelled.
  func next() async -> Outcome? {
    demands.continuation.yield()
    for await outcome in outcomes.stream { return outcome }
    return nil
  }

  func giveUp() { outcomes.continuation.yield(.late) }
}

extension AsyncIteratorProtocol {
  fileprivate mutating func result() async -> Result<Element?, Failure> {
    do throws(Failure) {
      return .success(try await next(isolation: nil))
    } catch {
      return .failure(error)
    }
  }
}
#endif
