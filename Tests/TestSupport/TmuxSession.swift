import Foundation

/// Runs a program in a real terminal: a private tmux server, 80×24 by default.
///
/// A pipe reports the program's output and its end. Only then is the screen captured again, so
/// nothing is polled.
package struct TmuxSession: Sendable {
  private let socket: String
  private let events: NamedPipe

  /// Writes the command's exit status to a file beside the pipe, and then a line to the pipe.
  private static let script = #""$@"; echo $? > "$0.status"; echo > "$0""#

  private init() throws {
    socket = NSTemporaryDirectory() + "skdemo-\(UUID().uuidString)"
    events = try NamedPipe(path: socket + ".events")
  }

  /// Starts the command with no other environment than `environment`, and ends it after `body`,
  /// even if `body` throws.
  ///
  /// TERM is `tmux-256color` and the locale is UTF-8 unless `environment` says otherwise.
  /// After the command has ended, its last screen can still be captured.
  ///
  /// - Throws: ``FixtureError`` if tmux fails, and what `body` throws.
  package static func run<Result>(
    columns: Int = 80, rows: Int = 24, command: [String], environment: [String: String] = [:],
    _ body: (TmuxSession) async throws -> Result
  ) async throws -> Result {
    let session = try TmuxSession()
    let result = await Swift.Result<Result, any Error>.of {
      try await session.start(columns: columns, rows: rows, command, environment)
      return try await body(session)
    }
    await session.kill()
    return try result.get()
  }

  private func start(
    columns: Int, rows: Int, _ command: [String], _ environment: [String: String]
  ) async throws {
    let environment = [
      "TERM": "tmux-256color", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "TZ": "UTC",
    ].merging(environment) { $1 }
    let variables = environment.map { "\($0)=\($1)" }
    try await tmux(
      [
        "start-server", ";", "set", "-s", "escape-time", "0", ";",
        "set", "-g", "remain-on-exit", "on", ";", "set", "-g", "status", "off", ";",
        "new-session", "-d", "-s", "s", "-x", "\(columns)", "-y", "\(rows)",
        "sh", "-c", Self.script, events.path, "env", "-i",
      ] + variables + command + [";", "pipe-pane", "-t", "s", "cat > '\(events.path)'"])
  }
}

extension TmuxSession {
  /// Presses keys by tmux's names: "Down", "Enter", "Escape", "C-z", "b".
  package func sendKeys(_ keys: String...) async throws {
    try await tmux(["send-keys", "-t", "s"] + keys)
  }

  /// Types a text literally.
  package func type(_ text: String) async throws {
    try await tmux(["send-keys", "-t", "s", "-l", text])
  }

  /// Sends a sequence as it is, such as a report of the mouse, byte for byte.
  package func send(_ sequence: String) async throws {
    let bytes = sequence.utf8.map { String($0, radix: 16) }
    try await tmux(["send-keys", "-t", "s", "-H"] + bytes)
  }

  /// Pastes a text, as a bracketed paste if the program has enabled it.
  package func paste(_ text: String) async throws {
    try await tmux(["set-buffer", text])
    try await tmux(["paste-buffer", "-p", "-t", "s"])
  }

  package func resize(columns: Int, rows: Int) async throws {
    try await tmux(["resize-window", "-t", "s", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// The text on the screen; with `isStyled`, including escape codes for colours and attributes.
  package func capture(isStyled: Bool = false) async throws -> String {
    try await tmux(["capture-pane", "-p", "-t", "s"] + (isStyled ? ["-e"] : []))
  }

  /// The value of a tmux format, such as `#{alternate_on}`.
  package func value(of format: String) async throws -> String {
    try await tmux(["display-message", "-p", "-t", "s", format])
      .trimmingCharacters(in: .newlines)
  }

  /// Waits until the screen contains `text` and returns the screen.
  ///
  /// - Throws: ``FixtureError`` with the last screen if it does not come in time, see ``Patience``.
  @discardableResult
  package func waitFor(_ text: String) async throws -> String {
    try await waitFor(text) { $0.contains(text) }
  }

  /// Waits until the screen satisfies `condition`, which `expected` describes, and returns it.
  @discardableResult
  package func waitFor(
    _ expected: String, where condition: (String) -> Bool
  ) async throws -> String {
    try await first(expected) {
      let screen = try await capture()
      return condition(screen) ? screen : nil
    }
  }

  /// Waits until a tmux format, such as `#{alternate_on}`, has a value.
  package func waitForValue(_ expected: String, of format: String) async throws {
    try await first("\(format) to be \(expected)") {
      try await value(of: format) == expected ? () : nil
    }
  }

  /// Waits until a shell prints its prompt after a text.
  package func waitForPrompt(_ prompt: String, after text: String) async throws {
    try await waitFor("\(prompt) after \(text)") { screen in
      screen.firstRange(of: text).map { screen[$0.upperBound...].contains(prompt) } == true
    }
  }

  /// Waits until the command has ended and returns its exit status; 128 plus the signal's number if
  /// a signal ended it.
  ///
  /// Until then, presses `keys` after each output of the command.
  package func waitForEnd(pressing keys: String...) async throws -> Int32 {
    try await first("the end") {
      if let status { return status }
      if !keys.isEmpty { try await tmux(["send-keys", "-t", "s"] + keys) }
      return nil
    }
  }

  private var status: Int32? {
    let text = try? String(contentsOfFile: events.path + ".status", encoding: .utf8)
    return (text?.trimmingCharacters(in: .newlines)).flatMap { Int32($0) }
  }

  /// Calls `look` after each output of the program until it returns a value.
  private func first<Found>(
    _ expected: String, _ look: () async throws -> Found?
  ) async throws -> Found {
    let patience = events.output.patience()
    defer { patience.end() }
    while true {
      if let found = try await look() { return found }
      guard patience.lasts, await events.output.waitForChange() else {
        // In a task of its own, because this one may be cancelled.
        let screen = try await Task { try await capture() }.value
        throw FixtureError.timeout(expected, seen: screen)
      }
    }
  }

  /// Ends the command and the server, even if the task is cancelled.
  private func kill() async {
    _ = await Task { try? await tmux(["kill-server"]) }.value
    unlink(socket)
    unlink(events.path + ".status")
  }
}

extension TmuxSession {
  @discardableResult
  private func tmux(_ arguments: [String]) async throws -> String {
    // A test may be impatient with the program, but tmux must answer.
    let run = try await Patience.$seconds.withValue(Patience.ordinary) {
      try await CommandRun.run(
        at: URL(filePath: "/usr/bin/env"),
        ["tmux", "-u", "-S", socket, "-f", "/dev/null"] + arguments, environment: .ownPath)
    }
    guard run.status == 0 else {
      throw FixtureError(text: "tmux \(arguments): \(run.output)\(run.errors)")
    }
    return run.output
  }
}

extension Result where Failure == any Error {
  fileprivate static func of(_ body: () async throws -> Success) async -> Self {
    do {
      return .success(try await body())
    } catch {
      return .failure(error)
    }
  }
}
