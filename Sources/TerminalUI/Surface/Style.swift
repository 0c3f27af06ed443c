/// The meaning of a text; ``Palette`` decides how it looks on a kind of terminal.
///
/// Only signs are ``good``, ``warn`` or ``bad``: the words beside them are ``plain``, so that a
/// sentence can be read on every background.
package enum Role: Hashable, Sendable, CaseIterable {
  case plain
  case title
  /// Text that is secondary, such as an explanation.
  case muted
  /// A key or an action.
  case accent
  /// A sign that all is well.
  case good
  /// A sign that something needs attention.
  case warn
  /// A sign that something is lost or refused.
  case bad
  /// An amount of money; it looks like ``plain``.
  case price
  /// An action that is not possible now, or a price that the customer cannot pay now.
  case disabled
}

/// The style of one cell: its meaning, and its attributes, which need no colour.
package struct Style: Hashable, Sendable {
  package var role: Role
  package var isBold: Bool
  package var isReversed: Bool
  package var isUnderlined: Bool
  package var isDim: Bool

  package init(
    _ role: Role = .plain, isBold: Bool = false, isReversed: Bool = false,
    isUnderlined: Bool = false, isDim: Bool = false
  ) {
    self.role = role
    self.isBold = isBold
    self.isReversed = isReversed
    self.isUnderlined = isUnderlined
    self.isDim = isDim
  }

  package static let plain = Style()
  package static let title = Style(.title, isBold: true)
  package static let muted = Style(.muted)
  package static let accent = Style(.accent)
  package static let good = Style(.good)
  package static let warn = Style(.warn)
  package static let bad = Style(.bad)
  package static let price = Style(.price)
  package static let disabled = Style(.disabled)

  package func bold() -> Style { with(\.isBold) }
  package func reversed() -> Style { with(\.isReversed) }
  package func underlined() -> Style { with(\.isUnderlined) }

  private func with(_ attribute: WritableKeyPath<Style, Bool>) -> Style {
    var style = self
    style[keyPath: attribute] = true
    return style
  }

  /// The style below another layer: dim, neither bold nor reversed.
  package func dimmed() -> Style {
    Style(role, isUnderlined: isUnderlined, isDim: true)
  }
}
