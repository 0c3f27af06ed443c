import Foundation
import PrivateFiles
import StoreAPI
import StoreOperatorAPI
import TerminalUI

/// A script of the storefront; the values of ``ScriptOptions``.
struct ScriptArguments: Sendable {
  var file: String
  /// The files that get the screens.
  var displays: [String] = []
  var size = standardSize
  /// The time at which the store's clock stands; `nil` to let it run.
  var clock: Date?

  static let standardSize = Size(columns: 80, rows: 24)

  /// The maximum number of bytes of a script.
  private static let sizeLimit = 1 << 20

  /// Reads the steps, all of which are checked.
  ///
  /// - Throws: ``CommandFailure`` if the file cannot be read or one of its lines is not a step.
  func read() throws -> Script {
    let url = try url(ofArgument: file)
    // One byte more than is allowed shows that a file is too long.
    guard let data = try? RegularFile.contents(of: url, upTo: Self.sizeLimit + 1),
      data.count <= Self.sizeLimit, let text = String(validating: data, as: UTF8.self)
    else {
      throw CommandFailure.malformed(
        "the script '\(file)' cannot be read: name a text file of at most 1 MiB")
    }
    do throws(ScriptSyntaxError) {
      return try Script(text)
    } catch {
      throw CommandFailure.malformed("the script '\(file)' cannot be played: \(error.description)")
    }
  }

  /// Writes the screens to their files; prints the last one if there are none.
  ///
  /// - Throws: ``CommandFailure`` if a file cannot be written, and `OutputError`.
  func save(_ recording: Recording, usesColor: Bool) throws {
    for file in displays {
      let text = DisplayFormat(file: file).render(recording, usesColor: usesColor)
      try Self.write(text, to: file)
    }
    if displays.isEmpty {
      try Output(isJSON: false).print([String](), lines: recording.last.lines)
    }
  }

  private static func write(_ text: String, to file: String) throws {
    let url = try url(ofArgument: file)
    do {
      try Data(text.utf8).write(to: url, options: .atomic)
    } catch {
      throw CommandFailure(
        code: "display",
        message: "the screen could not be saved as '\(file)': \(error.localizedDescription)")
    }
  }
}

extension StoreOperator {
  /// Stops the store's clock at a date.
  ///
  /// Everything that is due until then happens. Does nothing if the clock already stands there.
  ///
  /// - Throws: The store's errors; one says that the date is before something that has happened.
  func stopClock(at date: Date) async throws {
    let stopped = try await perform(.setClock(frozen: true))
    guard stopped.time.now != date else { return }
    _ = try await perform(
      stopped.time.now < date ? .advance(move: .to(date)) : .setClockBack(date: date))
  }
}

extension CommandFailure {
  /// The failure of a script that stopped in the middle, with what the screen showed.
  static func script(_ file: String, _ error: ScriptError) -> CommandFailure {
    let lines = error.description.split(separator: "\n", omittingEmptySubsequences: false)
    var failure = CommandFailure(
      code: "script", message: "the script '\(file)' stopped: \(lines.first ?? "")")
    failure.usage = lines.dropFirst().map(String.init)
    return failure
  }
}
