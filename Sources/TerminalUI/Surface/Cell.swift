/// What one place of the grid shows.
package struct Cell: Hashable, Sendable {
  /// One character; empty in the right half of a character that is two columns wide.
  package var text: String
  package var style: Style

  package init(_ text: String, style: Style = .plain) {
    self.text = text
    self.style = style
  }

  package static let blank = Cell(" ")
}
