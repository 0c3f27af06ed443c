package import Foundation
package import StoreAPI

// The store's time.
extension OperatorCommand {
  static let ofTime: [any OperatorControl.Type] = [
    Clock.self, SetClock.self, AcceptClock.self, SetClockBack.self, Advance.self,
  ]

  /// Reads the store's time, which every answer has.
  package struct Clock: OperatorControl {
    package static let summary = "Reads the store's time."
    package static let result = OperatorResult.Name.done
    package static let isQuestion = true
  }

  /// Stops the clock, or lets it run on.
  package struct SetClock: OperatorControl {
    package let frozen: Bool
    package static let summary = "Stops the clock, or lets it run again."
    package static let result = OperatorResult.Name.done
    package static let isRepeatable = true
  }

  /// Accepts a jump of the machine's clock: everything due until then happens, each at its due date.
  ///
  /// Nothing happens if the clock has not jumped.
  package struct AcceptClock: OperatorControl {
    package static let summary =
      "Accepts a jump of the machine's clock. Everything that is due until then happens."
    package static let result = OperatorResult.Name.advanced
    package static let errors: [StoreErrorCode] = [.clockBeyondCertificates]
    package static let reportsProgress = true
  }

  /// Sets the store's time back, to a date after which nothing has happened, and begins a new
  /// generation of the clock.
  package struct SetClockBack: OperatorControl {
    package let date: Date
    package static let summary =
      "Sets the store's time back, to a date after which nothing has happened."
    package static let result = OperatorResult.Name.done
    package static let errors: [StoreErrorCode] = [.clockNotSet]
  }

  /// Moves the clock forward.
  ///
  /// Everything due in between happens in order, each at its due date.
  package struct Advance: OperatorControl {
    package let move: ClockMove
    package static let summary =
      "Moves the clock forward. Everything that is due in between happens at its own time."
    package static let result = OperatorResult.Name.advanced
    package static let errors: [StoreErrorCode] = [.clockMovedBackwards, .clockBeyondCertificates]
    package static let reportsProgress = true
  }

  package static var clock: Self { Self(Clock()) }
  package static func setClock(frozen: Bool) -> Self { Self(SetClock(frozen: frozen)) }
  package static var acceptClock: Self { Self(AcceptClock()) }
  package static func setClockBack(date: Date) -> Self { Self(SetClockBack(date: date)) }
  package static func advance(move: ClockMove) -> Self { Self(Advance(move: move)) }
}
