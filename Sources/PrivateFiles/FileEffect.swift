package import Foundation
import Synchronization

/// A step that changes files; a test can observe each step before and after it.
///
/// A killed process leaves the files as they are between two of these steps. So a test that kills a
/// process at each step covers every such crash. Waiting for the disk is not counted as an effect,
/// because the system keeps what a process wrote, however the process ends.
package enum FileEffect: String, Sendable {
  case makeFolder, makeFile, lock, empty, write, replace, remove, touch

  /// A function that is called with `isDone` false before a step, and true after it.
  package typealias Observer =
    @Sendable (_ effect: FileEffect, _ file: URL, _ isDone: Bool) -> Void

  /// Without the struct, the function would be wrapped again each time that it is read from the
  /// lock.
  private struct Observation {
    var observer: Observer?
  }

  private static let observation = Mutex(Observation())

  /// Calls `observer` for every step from now on, on the thread of the step; `nil` ends that.
  package static func observe(with observer: Observer?) {
    observation.withLock { $0.observer = observer }
  }

  /// Performs a step; the observer is not called after a step that failed.
  func take<Value>(
    on file: URL, _ step: () throws(FileFault) -> Value
  ) throws(FileFault) -> Value {
    let observer = Self.observation.withLock { $0.observer }
    observer?(self, file, false)
    let value = try step()
    observer?(self, file, true)
    return value
  }
}
