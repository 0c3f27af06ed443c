import CNcurses

/// The look of a style: a hue from 1 to 6 or none, and attributes such as bold.
///
/// It never sets white, black or a background, so every role can be read on a light and on a dark
/// terminal.
package struct CellAttributes: Equatable {
  package let hue: Int32
  package let attributes: Int32

  package init(_ style: Style) {
    hue = style.isDim ? 0 : Self.hue(of: style.role)
    let isDim = style.isDim || style.role == .muted || style.role == .disabled
    let attributes = [
      (style.isBold, CN_BOLD), (style.isReversed, CN_REVERSE),
      (style.isUnderlined, CN_UNDERLINE), (isDim, CN_DIM),
    ]
    self.attributes = Int32(
      attributes.filter(\.0).reduce(0) { $0 | $1.1.rawValue })
  }

  private static func hue(of role: Role) -> Int32 {
    switch role {
    case .plain, .title, .muted, .disabled: 0
    case .bad: 1
    case .good: 2
    case .warn: 3
    case .price: 5
    case .accent: 6
    }
  }
}
