import Dispatch
import Foundation

/// Takes every thread that Swift's tasks share, for good.
///
/// This is the one place that blocks these threads on purpose: it shows that code that must not
/// need them does not. It has a process of its own for that.
enum FullPool {
  /// The priorities that have threads of their own.
  private static let priorities: [TaskPriority] = [.high, .medium, .low, .background]

  /// Begins so many tasks that later ones come behind them and never run.
  static func fill() {
    let threads = ProcessInfo.processInfo.activeProcessorCount
    for priority in priorities {
      for _ in 1...(4 * threads) { Task.detached(priority: priority) { block() } }
    }
  }

  private static func block() { DispatchSemaphore(value: 0).wait() }
}
