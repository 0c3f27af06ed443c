package import Foundation
import StoreAPI
package import StoreOperatorAPI

/// The only argument of the probe: what one run does.
package struct CrashScript: Codable, Sendable {
  /// What happens in this run after the launch.
  package enum ScriptedAction: Codable, Sendable {
    case launch
    /// Pauses, then waits until a transaction from another process is delivered.
    case waitForUpdate
    case buy(String, quantity: Int)
    /// Redeems an offer code.
    case redeem(String)
    /// Carries out a command of the store's operator.
    case command(OperatorCommand)
    /// Extends all active subscribers of a product, as the developer's server does.
    case extendAll(productID: String)
    /// Carries out commands of the store's operator and sends the notifications of each, without a
    /// device.
    case serve([OperatorCommand])
    /// Does it in an app on original StoreKit.
    case onPaymentQueue(PaymentQueueAction)

    package var isOnPaymentQueue: Bool {
      if case .onPaymentQueue = self { true } else { false }
    }
  }

  /// What happens after the launch of an app on original StoreKit.
  package enum PaymentQueueAction: Codable, Sendable {
    case launch
    case pay(String, quantity: Int)
    case restore
    /// Carries out a command of the store's operator.
    case command(OperatorCommand)
  }

  /// Contains the store and a folder for each device.
  package var folder: URL
  package var catalogue: URL
  package var device: String
  package var action: ScriptedAction
  /// When the run is killed; `nil` if it is not.
  package var killMoment: CrashMoment?
  /// Whether no other process has the store open meanwhile.
  ///
  /// If so, every run of the script does the same in the same order.
  package var isAlone = true
  /// The call at which the run pauses until its standard input is closed; counted from 1.
  package var pausesAtCall: Int?
  /// The call before which late copies of all sent orders arrive; counted from 1.
  package var lateCopiesAtCall: Int?
  /// Whether the run reads the device's entitlements before it connects to the store, and sends a
  /// late copy of every order at its end.
  package var isLastLaunch = false
  /// How far the machine's clock is ahead, in seconds: the time that has passed since an earlier run.
  package var secondsLater: TimeInterval = 0

  package init(folder: URL, catalogue: URL, device: String, action: ScriptedAction) {
    self.folder = folder
    self.catalogue = catalogue
    self.device = device
    self.action = action
  }

  /// The file with every order that a device has sent, one to a line.
  package static func sentOrders(in folder: URL) -> URL { folder.appending(path: "sent-orders") }

  /// The file with every notification that the developer's server has received, one to a line.
  package static func receivedNotifications(in folder: URL) -> URL {
    folder.appending(path: "received-notifications")
  }

  /// The file with every ``HeardPayment``, one to a line.
  package static func heardPayments(in folder: URL) -> URL {
    folder.appending(path: "heard-payments")
  }
}

/// A transaction that an observer of the payment queue was told of.
package struct HeardPayment: Codable, Hashable, Sendable {
  /// The run in which it was told.
  package var run: UUID
  package var transactionID: UInt64
  /// Whether it was restored; if not, it was purchased.
  package var isRestored: Bool

  package init(run: UUID, transactionID: UInt64, isRestored: Bool) {
    self.run = run
    self.transactionID = transactionID
    self.isRestored = isRestored
  }
}

/// A moment in a run: immediately before or after the n-th effect of a name, counted from 1.
package struct CrashMoment: Codable, Hashable, Sendable {
  package enum Side: String, Codable, CaseIterable, Sendable {
    case before, after
  }

  package var side: Side
  package var effect: String
  package var occurrence: Int

  package init(_ side: Side, _ effect: String, occurrence: Int = 1) {
    self.side = side
    self.effect = effect
    self.occurrence = occurrence
  }
}

/// What the probe prints on standard output, one JSON value to a line.
package enum CrashLine: Codable, Sendable {
  case paused
  /// Printed immediately before the process is killed.
  case killed(CrashMoment)
  case ended(CrashReport)
}

/// What a completed run has observed.
package struct CrashReport: Codable, Sendable {
  /// The effects by name, in order.
  package var effects: [String] = []
  /// How many of the effects, from the first, had begun when the launch ended.
  package var launchEffects = 0
  /// How many of the effects were calls.
  ///
  /// A run can pause at a call.
  package var calls = 0
  /// The entitlements that the device had stored before the run connected to the store; only in a
  /// last launch.
  package var offline: [String] = []
  package var entitlements: [String] = []
  package var fuel: [String: Int] = [:]
  /// How many transactions this device could still deliver.
  package var unfinished = 0
  /// The store's answers to late copies, by order key: a transaction's ID, or `nil` if the store
  /// refused because the key is closed or the quote has changed.
  package var lateCopies: [String: UInt64?] = [:]

  package init() {}
}
