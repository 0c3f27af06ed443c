import Foundation
import TestSupport
import Testing

/// A customer's visit by one kind of input alone: a car, a plan, another plan, and a refund.
enum OneInputJourney {
  /// A small, a usual and a wide terminal.
  static let sizes = [(40, 12), (80, 24), (120, 36)]

  /// The safe button of a purchase sheet, on its last row in every size.
  static let notNow = "Not now   ↵"

  /// Expects the car and the plan to be bought once each, and one refund to be asked for.
  static func expectPurchases(_ commandLine: CommandLineFixture) async throws {
    let bought = try await commandLine.skdemo("history", "--json").transactions()
      .compactMap { $0["productId"] as? String }
    for product in ["nonconsumable.car", "subscription.pro"] {
      #expect(bought.count { $0 == product } == 1, "\(bought)")
    }
    let sold = try await commandLine.skdemo("store", "transactions").succeeded().output
    #expect(sold.components(separatedBy: "refund requested").count == 2, "\(sold)")
  }
}

extension TmuxSession {
  /// Waits until the store has taken the plan that follows, and its sheet is closed.
  func waitForNextPlan() async throws {
    try await waitFor("the next plan") {
      $0.contains("follows Pro on") && !$0.contains("Asking the App Store")
    }
  }

  /// Waits for the history, with what was read.
  func waitForHistory() async throws {
    try await waitFor("the history") { $0.contains("HISTORY") && $0.contains("bought") }
  }
}
