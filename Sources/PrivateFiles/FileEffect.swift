package import Foundation
import Synchronization

/// One step that changes what is on the disk, told to whoever watches before and after it is taken.
///
/// What a killed process leaves is what stood between two of these steps; a test that kills one at
/// each of them has seen every such crash. To wait for the disk is none: the system keeps what a
/// process wrote, however it ends.
package enum FileEffect: String, Sendable {
  case makeFolder, makeFile, lock, empty, write, replace, remove, touch

  /// Hears of a step of this process: with `isDone` false before it, true after it.
  package typealias Observer =
    @Sendable (_ effect: FileEffect, _ file: URL, _ isDone: Bool) -> Void

  /// A bare function would be wrapped once more each time that it is read out of the lock.
  private struct Watch {
    var observer: Observer?
  }

  private static let watch = Mutex(Watch())

  /// Lets `observer` hear of every step from now on, in whichever thread takes it; `nil` ends that.
  package static func observe(with observer: Observer?) {
    watch.withLock { $0.observer = observer }
  }

  /// Takes a step; one that failed is not told as done.
  func take<Value>(
    on file: URL, _ step: () throws(FileFault) -> Value
  ) throws(FileFault) -> Value {
    let observer = Self.watch.withLock { $0.observer }
    observer?(self, file, false)
    let value = try step()
    observer?(self, file, true)
    return value
  }
}
