import Dispatch
import Synchronization

// Original StoreKit calls an app's delegates and completion handlers on the main queue. They are
// the app's own objects, which cannot be sent to a task. So the call that begins the work hands the
// report to the main queue at once, and the work only signals when the report may run.

/// Work in a task whose result is reported on the main queue.
enum MainQueueReport {
  /// Begins `work`, and calls `report` with its result on the main queue.
  ///
  /// - Returns: The task of the work. If it is cancelled, the report is still made.
  @discardableResult
  static func begin<Value: Sendable>(
    _ work: @escaping @Sendable () async -> Value, report: @escaping (Value) -> Void
  ) -> Task<Void, Never> {
    let (result, end) = (WorkResult<Value>(), DispatchGroup())
    end.enter()
    end.notify(queue: .main) {
      if let value = result.value { report(value) }
    }
    return Task {
      result.set(await work())
      end.leave()
    }
  }

  /// As `begin(_:report:)`, for work that may throw.
  @discardableResult
  static func beginThrowing<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value,
    report: @escaping (Result<Value, any Error>) -> Void
  ) -> Task<Void, Never> {
    begin(
      { () async -> Result<Value, any Error> in
        do { return .success(try await work()) } catch { return .failure(error) }
      }, report: report)
  }
}

/// The result of work, from its task to the main queue.
private final class WorkResult<Value: Sendable>: Sendable {
  private let stored = Mutex<Value?>(nil)

  var value: Value? { stored.withLock { $0 } }

  func set(_ value: Value) { stored.withLock { $0 = value } }
}
