import AppStorePrompts
import Foundation
import OpenStoreKit

extension PromptSheets {
  /// The sheets of the user's own program.
  init(_ policy: SheetPolicy) {
    let answers: Answers =
      switch policy {
      case .accept: .yes
      case .decline: .no
      case .ask:
        TerminalPrompt.isTerminal
          ? .terminal { await TerminalPrompt.readLine() }
          : .nobody(advice: "Confirm with SKDEMO_SHEETS=accept.")
      }
    self.init(answers: answers, timeZone: .ofProcess(), write: TerminalPrompt.write)
  }
}
