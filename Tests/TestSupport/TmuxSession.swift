import CPty
import Foundation

/// A program in a real terminal: a private tmux server of 80×24, or as asked.
package struct TmuxSession: Sendable {
  private let socket: String

  /// Starts the command with nothing in its environment but `environment`.
  ///
  /// TERM is `tmux-256color` and the locale is UTF-8 unless `environment` says otherwise.
  /// When the command ends its last screen stays, to be captured.
  ///
  /// - Throws: ``TmuxFailure`` if tmux refuses.
  package static func start(
    columns: Int = 80, rows: Int = 24, command: [String], environment: [String: String] = [:]
  ) async throws -> TmuxSession {
    let session = TmuxSession(
      socket: NSTemporaryDirectory() + "skdemo-\(UUID().uuidString)")
    let environment = ["TERM": "tmux-256color", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"]
      .merging(environment) { $1 }
    let variables = environment.map { "\($0)=\($1)" }
    try session.tmux(
      [
        "start-server", ";", "set", "-s", "escape-time", "0", ";",
        "set", "-g", "remain-on-exit", "on", ";", "set", "-g", "status", "off", ";",
        "new-session", "-d", "-s", "s", "-x", "\(columns)", "-y", "\(rows)",
        "env", "-i",
      ] + variables + command)
    return session
  }

  /// Starts the command, and kills it after `body`, however that ends.
  package static func run<Result>(
    columns: Int = 80, rows: Int = 24, command: [String], environment: [String: String] = [:],
    _ body: (TmuxSession) async throws -> Result
  ) async throws -> Result {
    let session = try await start(
      columns: columns, rows: rows, command: command, environment: environment)
    do {
      let result = try await body(session)
      await session.kill()
      return result
    } catch {
      await session.kill()
      throw error
    }
  }
}

extension TmuxSession {
  /// Presses keys by tmux's names: "Down", "Enter", "Escape", "C-z", "b".
  package func sendKeys(_ keys: String...) async throws {
    try tmux(["send-keys", "-t", "s"] + keys)
  }

  /// Types a text as it stands.
  package func type(_ text: String) async throws {
    try tmux(["send-keys", "-t", "s", "-l", text])
  }

  /// Pastes a text, in brackets where the program has asked for them.
  package func paste(_ text: String) async throws {
    try tmux(["set-buffer", text])
    try tmux(["paste-buffer", "-p", "-t", "s"])
  }

  package func resize(columns: Int, rows: Int) async throws {
    try tmux(["resize-window", "-t", "s", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// What is on the screen; with `isStyled`, with its codes for colour and attributes.
  package func capture(isStyled: Bool = false) async throws -> String {
    try tmux(["capture-pane", "-p", "-t", "s"] + (isStyled ? ["-e"] : []))
  }

  /// The value of a tmux format, such as `#{alternate_on}`.
  package func value(of format: String) async throws -> String {
    try tmux(["display-message", "-p", "-t", "s", format])
      .trimmingCharacters(in: .newlines)
  }

  /// The screen as soon as it contains `text`.
  ///
  /// - Throws: ``TerminalTimeout`` after `limit`, which is there only so that a test ends.
  @discardableResult
  package func waitFor(
    _ text: String, within limit: Duration = .seconds(20)
  ) async throws -> String {
    try await waitFor(text, within: limit) { $0.contains(text) }
  }

  /// The screen as soon as it satisfies `condition`, which `expected` describes.
  @discardableResult
  package func waitFor(
    _ expected: String, within limit: Duration = .seconds(20),
    where condition: (String) -> Bool
  ) async throws -> String {
    let deadline = ContinuousClock.now + limit
    while true {
      let screen = try await capture()
      if condition(screen) { return screen }
      guard ContinuousClock.now < deadline else {
        throw TerminalTimeout(expected: expected, seen: screen)
      }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  /// The command's exit status, once it has ended; nil if a signal ended it.
  package func waitForEnd(within limit: Duration = .seconds(20)) async throws -> Int32? {
    let deadline = ContinuousClock.now + limit
    while try await value(of: "#{pane_dead_status}#{pane_dead_signal}").isEmpty {
      // tmux 3.3a sometimes misses the end of a child until the next one ends.
      try tmux(["run-shell", "true"])
      guard ContinuousClock.now < deadline else {
        throw TerminalTimeout(expected: "the end", seen: try await capture())
      }
      try await Task.sleep(for: .milliseconds(10))
    }
    return try await Int32(value(of: "#{pane_dead_status}"))
  }

  /// Ends the command and the server.
  package func kill() async {
    _ = try? tmux(["kill-server"])
    unlink(socket)
  }
}

extension TmuxSession {
  @discardableResult
  private func tmux(_ arguments: [String]) throws -> String {
    let command =
      ["env", "-u", "TMUX", "LC_ALL=C.UTF-8", "tmux", "-u", "-S", socket, "-f", "/dev/null"]
      + arguments
    var bytes = [CChar](repeating: 0, count: 262_144)
    var count = 0
    let status = withCStrings(command) { cpty_run($0, &bytes, bytes.count, &count) }
    let output = String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard status == 0 else { throw TmuxFailure(arguments: arguments, output: output) }
    return output
  }
}

/// tmux refused a command.
package struct TmuxFailure: Error {
  package let arguments: [String]
  package let output: String
}
