import Foundation

/// Words that the rows of the history must contain: a product, an event, a month or an ID.
package struct HistoryFilter: Equatable, Sendable {
  package private(set) var text = ""
  /// Whether keys are added to the text.
  package internal(set) var isTyping = false

  /// Whether its line is on the screen.
  var isShown: Bool { isTyping || !text.isEmpty }

  private var words: [Substring] { text.split(separator: " ") }

  /// Whether each word is in one of the texts, ignoring case.
  ///
  /// Without words, `texts` is not called.
  func matches(_ texts: () -> [String]) -> Bool {
    guard !words.isEmpty else { return true }
    let texts = texts()
    return words.allSatisfy { word in
      texts.contains { $0.range(of: word, options: .caseInsensitive) != nil }
    }
  }

  /// The longest text that can be typed.
  private static let longest = 40

  /// Adds text that was typed or pasted, in one line.
  mutating func add(_ typed: String) {
    let line = typed.map { $0.isWhitespace ? " " : $0 }
    text = String((text + String(line)).prefix(Self.longest))
  }

  mutating func removeLast() { text = String(text.dropLast()) }
}
