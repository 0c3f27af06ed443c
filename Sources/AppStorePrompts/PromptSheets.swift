package import Foundation
package import OpenStoreKit
package import StandardStreams
import StoreAPI

/// The App Store's sheets on the command line, each a text and a question.
///
/// Without a terminal, the answer is no unless every answer is yes.
package struct PromptSheets: Sheets {
  /// The source of the answers.
  package enum Answers: Sendable {
    /// Every answer is yes.
    case yes
    /// Every answer is no.
    case no
    /// The customer answers at a terminal, line by line; `nil` at the end of the input.
    case terminal(readLine: @Sendable () async -> String?)
    /// There is no terminal: the answer is no, and the advice says how to change that.
    case nobody(advice: String)
  }

  private let answers: Answers
  private let timeZone: TimeZone
  private let write: @Sendable (TerminalText) -> Void

  /// - Parameters:
  ///   - answers: The source of the answers.
  ///   - timeZone: The customer's time zone, for the days that the sheets name.
  ///   - write: Shows text, which may end in the middle of a line and is never the program's
  ///     result.
  package init(
    answers: Answers, timeZone: TimeZone = .gmt, write: @escaping @Sendable (TerminalText) -> Void
  ) {
    self.answers = answers
    self.timeZone = timeZone
    self.write = write
  }

  package func confirm(_ sheet: PurchaseSheet) async -> Bool {
    await ask(SheetPage(sheet, in: timeZone))
  }

  /// Does nothing: the command reports the result.
  package func finish(_ sheet: PurchaseSheet, with ending: PurchaseSheet.Ending) async {}

  package func authenticate(account: String) async -> Bool {
    await ask(SheetPage(authenticating: account))
  }

  package func offerCode(account: String, failure: String?) async -> String? {
    let page = SheetPage(redeemingFor: account, failure: failure)
    let line = await answer(to: "Code: ", after: page.text)
    return line.flatMap { $0.isEmpty ? nil : $0 }
  }

  package func choose(in sheet: SubscriptionSheet) async -> SubscriptionSheet.Action? {
    if case .yes = answers { return sheet.agreement }
    let page = SheetPage(sheet, in: timeZone)
    guard page.listsButtons || sheet.agreement == nil else {
      return await ask(page) ? sheet.agreement : nil
    }
    return await choose(from: page).map { sheet.actions[$0] }
  }

  /// Does nothing: the command reports the result.
  package func finish(_ sheet: SubscriptionSheet, failure: String?) async {}

  package func choose(in sheet: RefundSheet) async -> RefundSheet.Choice? {
    if case .yes = answers { return RefundSheet.confirmation }
    guard let button = await choose(from: SheetPage(sheet)) else { return nil }
    let reason = sheet.reasons[button]
    guard reason == .other else { return RefundSheet.Choice(reason) }
    let text = await answer(to: "What is the reason? Enter requests nothing. ", after: "")
    guard let text, !text.isEmpty else { return nil }
    return RefundSheet.Choice(.other, text: text)
  }

  /// Does nothing: the command reports the result.
  package func finish(_ sheet: RefundSheet, failure: String?) async {}

  /// A customer who answers yes to every question gives no rating.
  package func choose(in sheet: ReviewSheet) async -> Int? {
    await choose(from: SheetPage(sheet)).map { $0 + 1 }
  }

  func ask(_ page: SheetPage) async -> Bool {
    if case .yes = answers { return true }
    let label = page.buttons.first?.label ?? ""
    let line = await answer(to: "\(label)? [y/N] ", after: page.text)
    return ["y", "yes"].contains(line?.lowercased())
  }

  /// The chosen button of several; `nil` if the customer chose none.
  func choose(from page: SheetPage) async -> Int? {
    let keys = page.buttons.map { String($0.key) }.joined(separator: ", ")
    let question: TerminalText =
      keys.isEmpty ? "Enter closes. " : "Choose \(keys); Enter chooses nothing. "
    let line = await answer(to: question, after: page.text + page.list)
    return page.buttons.firstIndex { String($0.key) == line }
  }

  /// The line that the customer types after a question; `nil` without a terminal.
  private func answer(
    to question: TerminalText, after text: TerminalText
  ) async -> String? {
    switch answers {
    case .terminal(let readLine):
      write(text + question)
      return await readLine()
    case .nobody(let advice):
      write("Not confirmed, because there is no terminal for the question. \(advice)\n")
      return nil
    case .yes, .no:
      return nil
    }
  }
}

extension SheetPage {
  /// The sheet in plain lines.
  var text: TerminalText {
    let labels = (facts.map(\.label.count).max() ?? 0) + 2
    let lines = facts.map { fact in
      fact.label + String(repeating: " ", count: labels - fact.label.count) + fact.text
    }
    return TerminalText(lines: ([title, kind] + lines + [note]).filter { !$0.isEmpty })
  }

  /// The buttons with their details in plain lines.
  var list: TerminalText {
    TerminalText(
      lines: buttons.map { button in
        "\(button.key)  \(button.label)" + (button.detail.isEmpty ? "" : ": \(button.detail)")
      })
  }
}
