/// A key that every terminal has.
package enum Key: Hashable, Sendable {
  case character(Character)
  case enter, escape, tab, backtab
  case up, down, left, right
  case pageUp, pageDown, home, end
  case backspace, delete
}

/// The input of a person.
package enum Input: Hashable, Sendable {
  case key(Key)
  /// Text that was pasted; it is data and never a command.
  case paste(String)
  /// An element of the layer, by its index, was pressed with the mouse.
  ///
  /// The layer selects the element; if it is selected already, the layer opens it as Enter does. A
  /// choice never pays.
  case choice(Int)
}
