/// The look of each role on one kind of terminal.
///
/// It has forms for a dark, a light and an unknown background, for 256 and 16 colours and for
/// none. A colour has a contrast of at least 4.5 to 1 with each background that it is for. No form
/// sets a background, so all of them keep the terminal's own.
package struct Palette: Hashable, Sendable {
  package let depth: ColorDepth
  /// `nil` if it is unknown; colours are then readable on black and on white.
  package let background: Background?

  package init(depth: ColorDepth, background: Background? = nil) {
    self.depth = depth
    self.background = background
  }

  /// The look of a style; a cell below another layer is always dim.
  package func look(of style: Style) -> Look {
    var look = look(of: style.isDim ? .disabled : style.role)
    look.isBold = look.isBold || style.isBold
    look.isReversed = style.isReversed
    look.isUnderlined = style.isUnderlined
    return look
  }

  private func look(of role: Role) -> Look {
    color(of: role).map { Look(color: $0) } ?? Self.colorless(role)
  }

  private func color(of role: Role) -> UInt8? {
    switch depth {
    case .none: nil
    case .sixteen: sixteen(role)
    case .indexed: indexed(role)
    }
  }

  /// The look of a role without colour.
  private static func colorless(_ role: Role) -> Look {
    switch role {
    case .plain, .title, .price, .good: Look()
    case .accent, .warn, .bad: Look(isBold: true)
    case .muted, .disabled: Look(isDim: true)
    }
  }
}

// MARK: - Colours

extension Palette {
  /// None of the sixteen colours is readable on black and on white, so an unknown background has none.
  private func sixteen(_ role: Role) -> UInt8? {
    switch (role, background) {
    case (.good, .dark): 10
    case (.warn, .dark): 11
    case (.bad, .dark): 9
    case (.accent, .dark): 14
    case (.warn, .light): 5
    case (.bad, .light): 1
    case (.accent, .light): 4
    default: nil
    }
  }

  private func indexed(_ role: Role) -> UInt8? {
    switch background {
    case .dark: Self.onDark(role)
    case .light: Self.onLight(role)
    case nil: Self.onEither(role)
    }
  }

  private static func onDark(_ role: Role) -> UInt8? {
    switch role {
    case .good: 78
    case .warn: 214
    case .bad: 203
    case .accent: 81
    case .muted: 246
    case .disabled: 243
    case .plain, .title, .price: nil
    }
  }

  private static func onLight(_ role: Role) -> UInt8? {
    switch role {
    case .good: 28
    case .warn: 130
    case .bad: 160
    case .accent: 25
    case .muted: 241
    case .disabled: 243
    case .plain, .title, .price: nil
    }
  }

  /// Only six of the 240 colours are readable on black and on white.
  ///
  /// These are five of them.
  private static func onEither(_ role: Role) -> UInt8? {
    switch role {
    case .good: 29
    case .warn: 163
    case .bad: 131
    case .accent: 63
    case .muted: 243
    case .plain, .title, .price, .disabled: nil
    }
  }
}
