/// The kind of a key's action.
///
/// The help groups keys by it, and a narrow footer leaves out the least wanted kind first.
package enum KeyGroup: Hashable, Sendable, CaseIterable {
  /// Buys, changes or asks for something.
  case action
  /// Acts for the customer, whatever is selected: restores purchases, redeems a code.
  case standing
  /// Opens or closes something on the screen.
  case opening
  /// Ends the program.
  case quitting
  /// Moves the selection, or scrolls.
  case movement
  /// Goes to another place.
  case place
  /// Belongs to the program: the command line, the mouse.
  case program

  /// The heading of the group in the help.
  var title: String {
    switch self {
    case .action, .standing: "Actions"
    case .opening, .movement: "On this page"
    case .place: "Places"
    case .quitting, .program: "Program"
    }
  }

  /// The groups in the order in which a narrow footer keeps them, after the first action.
  static let byImportance: [KeyGroup] = [
    .quitting, .opening, .action, .movement, .standing, .program, .place,
  ]

  /// The groups in the order of a command line without text; those of one inner array are equal.
  static let byInterest: [[KeyGroup]] = [
    [.action, .standing], [.quitting], [.opening], [.place], [.program], [.movement],
  ]
}
