import TerminalUI

/// What the person who presses keys at random reads on the screen.
struct ShownScreen {
  let frame: Frame
  private let lines: [String]

  init(_ frame: Frame) {
    self.frame = frame
    lines = frame.lines
  }

  /// Whether it shows a sheet that p answers, and nobody types a command over it.
  var asks: Bool {
    lines.dropLast().last?.hasPrefix(" :") != true
      && (lines.contains { $0.contains("press p") } || hasMarkedPayment)
  }

  /// Whether the mouse has marked the button that pays: then its second press is p.
  private var hasMarkedPayment: Bool {
    frame.regions.contains { $0.press == .key(.character("p")) }
  }

  /// The answer to the sheet: to pay, or to give another reason for a refund.
  var answer: Key? {
    if asks { return .character("p") }
    let isRefund = lines.contains { $0.contains("Why do you want your money back?") }
    return isRefund ? .character("5") : nil
  }

  /// The keys that the screen names, without the one that ends the storefront.
  var namedKeys: [Key] {
    guard let bar = lines.last else { return [] }
    let characters = (bar.keysOfBar + lines.flatMap { $0.pressedKeys }).filter { $0 != "q" }
    return characters.map(Key.character) + (bar.contains("enter ") ? [.enter] : [])
  }
}

extension String {
  /// The keys of one character at the beginning of the last line and after gaps of three blanks.
  fileprivate var keysOfBar: [Character] {
    let words = split(separator: " ", omittingEmptySubsequences: false)
    return words.indices.dropLast().compactMap { index in
      let isFirst = index == 1 && words[0].isEmpty
      let isAfterGap = index > 2 && words[index - 1].isEmpty && words[index - 2].isEmpty
      return isFirst || isAfterGap ? words[index].onlyCharacter : nil
    }
  }

  /// The keys in sentences such as "press p to pay".
  fileprivate var pressedKeys: [Character] {
    let words = split(separator: " ")
    return zip(words, words.dropFirst()).compactMap { word, key in
      word.hasSuffix("press") ? key.onlyCharacter : nil
    }
  }
}

extension Substring {
  fileprivate var onlyCharacter: Character? { dropFirst().isEmpty ? first : nil }
}
