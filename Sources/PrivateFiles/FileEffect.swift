package import Foundation
import Synchronization

/// One step that changes the disk.
///
/// An observer is called before and after it. A killed process stops between two of these steps, so
/// a test that kills a process at each of them has seen every such crash.
package enum FileEffect: String, Sendable {
  case makeFolder, makeFile, lock, empty, write, replace, remove, touch
  /// Waiting for the disk, which matters only after a power failure: the system keeps the bytes
  /// that a process has written, however the process ends.
  case synchronize

  /// Receives each step of this process twice: with `isDone` false before it and true after it.
  package typealias Observer =
    @Sendable (_ effect: FileEffect, _ file: URL, _ isDone: Bool) -> Void

  /// Holds the function in a struct: the compiler would wrap a bare function again at each read.
  private struct Observation {
    var observer: Observer?
  }

  private static let observation = Mutex(Observation())

  /// Calls `observer` for every step from now on, on the thread that takes it; `nil` ends that.
  package static func observe(with observer: Observer?) {
    observation.withLock { $0.observer = observer }
  }

  /// Takes a step.
  ///
  /// A step that failed is not reported as done.
  func take<Value>(on file: URL, _ step: () throws(FileError) -> Value) throws(FileError) -> Value {
    let observer = Self.observation.withLock { $0.observer }
    observer?(self, file, false)
    let value = try step()
    observer?(self, file, true)
    return value
  }
}
