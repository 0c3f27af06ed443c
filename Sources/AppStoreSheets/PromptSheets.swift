package import OpenStoreKit
import StoreAPI

/// The App Store's sheets on the command line: text and a question.
///
/// Without a terminal the answer is no, unless `--yes` was given.
package struct PromptSheets: Sheets {
  /// Where the answers come from.
  package enum Answers: Sendable {
    /// `--yes` was given: every answer is yes.
    case yes
    /// The customer answers at a terminal, line by line; `nil` at the end of the input.
    case terminal(readLine: @Sendable () -> String?)
    /// There is no terminal: the answer is no.
    case nobody
  }

  private let answers: Answers
  private let write: @Sendable (String) -> Void

  /// - Parameters:
  ///   - answers: Where the answers come from.
  ///   - write: Shows text that may end in the middle of a line; never the program's result.
  package init(answers: Answers, write: @escaping @Sendable (String) -> Void) {
    self.answers = answers
    self.write = write
  }

  package func confirm(_ sheet: PurchaseSheet) async -> Bool { ask(await SheetPage(sheet)) }

  /// The command says how it ended.
  package func finish(_ sheet: PurchaseSheet, with ending: PurchaseSheet.Ending) async {}

  package func authenticate(account: String) async -> Bool {
    ask(SheetPage(authenticating: account))
  }

  func ask(_ page: SheetPage) -> Bool {
    switch answers {
    case .yes: return true
    case .nobody:
      write("Not confirmed: there is no terminal to ask on. --yes confirms.\n")
      return false
    case .terminal(let readLine):
      write(page.text + "\(page.confirmLabel.escapingControls)? [y/N] ")
      return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
    }
  }
}

extension SheetPage {
  /// The sheet in plain lines.
  ///
  /// Control characters are escaped, because a remote store could use them to change other lines.
  var text: String {
    let labels = (facts.map(\.label.count).max() ?? 0) + 2
    let lines = facts.map { fact in
      fact.label + String(repeating: " ", count: labels - fact.label.count) + fact.text
    }
    return ([title, kind] + lines + [note]).map { $0.escapingControls + "\n" }.joined()
  }
}
