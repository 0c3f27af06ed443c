import TerminalUI

// Emoji instead of pictures.
//
// Terminals disagree about the width of some emoji, and only the terminal knows it. So the first frames
// have no emoji. They appear once the terminal confirms the widths that are counted for them. If it does
// not answer, or reports other widths, they never appear.
extension Demo {
  /// Shows the products' emoji if the terminal draws them as wide as they are counted.
  static func showEmoji(
    of presentation: Presentation, on program: Program, in demo: LayerHandle<Demo>
  ) async {
    let emoji = presentation.allEmoji
    guard !emoji.isEmpty, await program.columns(of: emoji) == Width.columns(emoji) else { return }
    demo.send(.emojiFit)
  }
}

extension Presentation {
  /// The products' and the shop's emoji, each once, up to the width of a narrow row.
  var allEmoji: String {
    let emoji = productIDs.compactMap { self[$0].emoji } + [texts[optional: .emoji] ?? ""]
    var different: [Character] = []
    for one in emoji.joined() where !different.contains(one) { different.append(one) }
    return String(different.prefix(10))
  }
}
