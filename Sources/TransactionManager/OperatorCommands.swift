package import TerminalUI

/// The store operator's controls as commands of a program's command line.
package struct OperatorCommands: CommandProvider {
  private let sheet: TransactionManagerSheet

  /// - Parameter sheet: The Transaction Manager, which opens with the form of a chosen control.
  package init(_ sheet: TransactionManagerSheet) { self.sheet = sheet }

  /// The controls, each with "store:" before its name, because the app has commands such as "buy".
  package var commands: [NamedCommand] { ControlDescription.commands(after: "store: ") }

  package func perform(_ id: String) async { await sheet.show(control: id) }
}
