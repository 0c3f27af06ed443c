/// The look of a cell on a terminal: a colour, and attributes that need no colour.
package struct Look: Hashable, Sendable {
  /// A colour of xterm's 256 for the text; nil for the terminal's own.
  package var color: UInt8?
  package var isBold = false
  package var isReversed = false
  package var isUnderlined = false
  package var isDim = false

  package init(color: UInt8? = nil, isBold: Bool = false, isDim: Bool = false) {
    self.color = color
    self.isBold = isBold
    self.isDim = isDim
  }
}
