import ArgumentParser
import Foundation
import TerminalUI

/// The script that plays the storefront instead of a person, and the files that get its screens.
struct ScriptOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Play the steps of this file on a screen in memory. If neither the options nor the environment "
        + "name a store, use a new one, and remove it afterwards.", valueName: "file"))
  var script: String?

  @Option(
    help: ArgumentHelp(
      "Save the last screen of the script as text, or as .svg or .json by the name's end. A .cast has "
        + "all screens. Without this option, the text is printed.", valueName: "file"))
  var saveDisplay: [String] = []

  @Option(
    help: ArgumentHelp("The size of the script's screen, by default 80x24.", valueName: "size"),
    transform: Size.argument)
  var size: Size?

  @Option(
    help: ArgumentHelp(
      "Stop the store's clock at this time while the script plays.", valueName: "date"),
    transform: DateArgument.read)
  var clock: DateArgument?

  func validate() throws {
    guard script == nil else { return }
    let others = [
      ("--save-display", !saveDisplay.isEmpty), ("--size", size != nil), ("--clock", clock != nil),
    ]
    guard let other = others.first(where: \.1) else { return }
    throw ValidationError("\(other.0) is for a script: name its file with --script FILE")
  }

  /// The script's values; `nil` without a script.
  var arguments: ScriptArguments? {
    script.map { file in
      ScriptArguments(
        file: file, displays: saveDisplay, size: size ?? ScriptArguments.standardSize,
        clock: clock?.date)
    }
  }
}

extension Size {
  fileprivate static func argument(_ text: String) throws -> Size {
    guard let size = Size(script: text) else {
      throw ValidationError(
        "--size is '\(text)': give columns and rows from 1 to 1000, as in 80x24")
    }
    return size
  }
}
