package import Foundation

/// What one run of the probe is told to do, as its only argument.
package struct CrashScript: Codable, Sendable {
  /// What the customer or the store does in this run, after the launch.
  package enum ScriptedAction: Codable, Sendable {
    case launch
    /// Says that it waits, and waits until a transaction from elsewhere is delivered.
    case hear
    case buy(String, quantity: Int)
    /// The store's clock comes to this date, and what is due happens.
    case advance(to: Date)
  }

  /// Holds the store and a folder for each device.
  package var world: URL
  package var catalogue: URL
  package var device: String
  package var action: ScriptedAction
  /// Where the run is killed; `nil` to let it live.
  package var death: CrashMoment?
  /// Whether no other process has the store open meanwhile: then every run of the script does the
  /// same in the same order.
  package var isAlone = true
  /// At which call the run stops and waits for the end of its input; counted from 1.
  package var pausesAtCall: Int?
  /// At which call a late copy of every order that was ever sent arrives; counted from 1.
  package var lateCopiesAtCall: Int?
  /// Whether the run looks at the device before the store can be reached, and sends a late copy of
  /// every order when everything is done.
  package var isLastLaunch = false

  package init(world: URL, catalogue: URL, device: String, action: ScriptedAction) {
    self.world = world
    self.catalogue = catalogue
    self.device = device
    self.action = action
  }

  /// Every order that a device sent, one to a line.
  package static func sentOrders(in world: URL) -> URL { world.appending(path: "sent-orders") }
}

/// A moment in a run: right before or right after the n-th effect of a name, counted from 1.
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

/// What the probe says on standard output, one to a line as JSON.
package enum CrashLine: Codable, Sendable {
  case paused
  /// The last words of a run.
  case killed(CrashMoment)
  case ended(CrashReport)
}

/// What a run that lived to its end has seen.
package struct CrashReport: Codable, Sendable {
  /// The effects by name, in order.
  package var effects: [String] = []
  /// How many of them were calls at which a run can be made to wait.
  package var calls = 0
  /// The products that the customer was entitled to by what the device kept, before the store was
  /// asked; only in a last launch.
  package var offline: [String] = []
  package var entitlements: [String] = []
  package var fuel: [String: Int] = [:]
  /// How many transactions this device could still deliver.
  package var unfinished = 0
  /// What the store answered to late copies, by order key: a transaction's ID, or `nil` where it
  /// refused because the key is closed or the terms are others.
  package var lateCopies: [String: UInt64?] = [:]

  package init() {}
}
