import TerminalUI

extension Page {
  /// Adds the shop's name and its picture.
  mutating func hero(of presentation: Presentation) {
    if let title = presentation.texts[optional: .title] { centred(title, .title) }
    blank()
    picture(presentation.hero)
    blank()
  }
}
