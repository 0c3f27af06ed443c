package import TerminalUI

/// A command whose key a person can change, as the settings name it.
package enum CommandName: String, CaseIterable, Sendable {
  case cars, shop, account, history
  case buy, restore, redeem, refund, copy, fuel, retry, quit
  case changePlan, fixPayment, answerPrice
  case appStore, transactions
}

extension KeyMap {
  /// The keys of the app unless the settings change them.
  package static let standard = KeyMap(
    standard: Dictionary(
      uniqueKeysWithValues: CommandName.allCases.map { ($0.rawValue, $0.standardKey) }))

  /// The command's key.
  package subscript(name: CommandName) -> Character { self[name.rawValue] ?? name.standardKey }

  /// The command's key as a layer gets it.
  package func key(_ name: CommandName) -> Key { .character(self[name]) }
}

extension CommandName {
  /// The name of the command on pages, in the footer and in the help.
  package var title: String {
    switch self {
    case .cars: "my cars"
    case .shop: "shop"
    case .account: "account"
    case .history: "history"
    case .buy: "buy"
    case .restore: "restore purchases"
    case .redeem: "redeem a code"
    case .refund: "ask for a refund"
    case .copy: "copy the ID"
    case .fuel: "fill up"
    case .retry: "try again"
    case .quit: "quit"
    case .changePlan: "change or cancel"
    case .fixPayment: "fix payment"
    case .answerPrice: "answer the new price"
    case .appStore: "open the App Store's page"
    case .transactions: "store transactions"
    }
  }

  fileprivate var standardKey: Character {
    switch self {
    case .cars: "m"
    case .shop: "s"
    case .account: "a"
    case .history: "h"
    case .buy: "b"
    case .restore: "r"
    case .redeem: "e"
    case .refund: "g"
    case .copy: "y"
    case .fuel: "f"
    case .retry: "t"
    case .quit: "q"
    case .changePlan: "c"
    case .fixPayment: "x"
    case .answerPrice: "n"
    case .appStore: "o"
    case .transactions: "T"
    }
  }
}
