import Foundation
import OpenStoreKitConnection
import StandardStreams
import TerminalUI

/// The lines of this process's terminal.
struct TerminalLines: LineDevice {
  func readLine() async -> String? { await TerminalPrompt.readLine() }

  func discardTypedText() { tcflush(STDIN_FILENO, TCIFLUSH) }

  func print(_ lines: [String], prompt: String) {
    StandardStream.output.write(TerminalText(lines: lines) + "\(prompt)")
  }
}

extension LineStyle {
  /// Chooses the style of the storefront's lines; fails if it draws on the full screen.
  ///
  /// - Parameters:
  ///   - isPlain: Whether the menu was requested.
  ///   - isAccessible: Whether lines are for a screen reader, which takes precedence.
  ///   - environment: The process's variables. A terminal that cannot move its cursor gets the menu.
  init?(isPlain: Bool, isAccessible: Bool, environment: [String: String]) {
    let term = environment["TERM", default: ""]
    if isAccessible {
      self = .spoken
    } else if isPlain || term.isEmpty || term == "dumb" {
      self = .plain
    } else {
      return nil
    }
  }
}

extension GlyphChoice {
  /// Whether lines are printed in ASCII: as chosen, and otherwise unless the locale is one of UTF-8.
  func isASCII(in environment: [String: String]) -> Bool {
    switch self {
    case .ascii: true
    case .unicode: false
    case .auto: !Self.isUTF8(environment)
    }
  }

  /// The first variable that is set decides.
  private static func isUTF8(_ environment: [String: String]) -> Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = names.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    return locale.lowercased().replacing("-", with: "").hasSuffix("utf8")
  }
}
