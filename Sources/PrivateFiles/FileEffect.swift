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

  private static let observer = Mutex<Observer?>(nil)

  /// Lets `observer` hear of every step from now on, in whichever thread takes it.
  package static func observe(with observer: @escaping Observer) {
    Self.observer.withLock { $0 = observer }
  }

  /// Takes a step; one that failed is not told as done.
  func take<Value>(
    on file: URL, _ step: () throws(FileFault) -> Value
  ) throws(FileFault) -> Value {
    let observer = Self.observer.withLock { $0 }
    observer?(self, file, false)
    let value = try step()
    observer?(self, file, true)
    return value
  }
}
