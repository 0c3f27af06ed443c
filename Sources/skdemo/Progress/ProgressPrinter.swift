import Foundation
import StoreAPI
import StoreOperatorAPI
import Synchronization

/// Writes the progress of a command to standard error.
final class ProgressPrinter: Sendable {
  private let display: Mutex<ProgressDisplay>
  private let latest = Mutex<OperatorProgress?>(nil)
  private let start = ContinuousClock.now

  init(_ style: ProgressDisplay.Style) { display = Mutex(ProgressDisplay(style)) }

  /// The last progress; `nil` if there was none.
  var last: OperatorProgress? { latest.withLock { $0 } }

  func show(_ progress: OperatorProgress) {
    latest.withLock { $0 = progress }
    display.withLock { display in
      let text = display.text(
        progress, elapsed: .now - start, columns: Prompt.columns)
      if let text { Prompt.write(text) }
    }
  }

  /// Removes the progress from a terminal.
  func end() {
    display.withLock { display in
      if let text = display.end() { Prompt.write(text) }
    }
  }
}
