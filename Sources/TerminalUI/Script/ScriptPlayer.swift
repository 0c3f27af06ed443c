/// Plays a script on a program, and records the screens that a person would act on.
///
/// 1. After an input it waits until the program has handled it and has drawn.
/// 2. A step that waits for a text waits until a frame shows it.
/// 3. The screen is recorded before each input and at the end. What is shown between an input and the
///    text that a later step waits for depends on the machine, and is not recorded.
package struct ScriptPlayer: Sendable {
  private let program: Program
  private let terminal: RecordedTerminal
  private let limit: Duration

  /// - Parameters:
  ///   - program: The program, which runs or will run.
  ///   - terminal: The program's terminal.
  ///   - limit: The longest wait for a text, so that a script always ends.
  package init(
    _ program: Program, on terminal: RecordedTerminal, limit: Duration = .seconds(60)
  ) {
    self.program = program
    self.terminal = terminal
    self.limit = limit
  }

  /// Runs the program while the script plays, and ends it afterwards.
  ///
  /// - Parameters:
  ///   - script: The steps.
  ///   - run: Runs the program to its end.
  /// - Returns: The screens before each input, and the last one.
  /// - Throws: ``ScriptError`` if a text did not appear, or if the program ended before the script;
  ///   and what `run` throws.
  package func play(
    _ script: Script, while run: @escaping @Sendable () async throws -> Void
  ) async throws -> Recording {
    try await withThrowingTaskGroup(of: Recording?.self) { group in
      group.addTask {
        try await run()
        return nil
      }
      group.addTask {
        defer { program.quit() }
        return try await play(script)
      }
      var recording: Recording?
      // The player ends the program, and the end of the program ends the player.
      while let ended = try await group.next() {
        recording = recording ?? ended
        group.cancelAll()
      }
      guard let recording else { throw ScriptError.ended(line: nil) }
      return recording
    }
  }
}

extension ScriptPlayer {
  private func play(_ script: Script) async throws(ScriptError) -> Recording {
    guard let first = try? await terminal.latestFrame(where: { _ in true }) else {
      throw .ended(line: nil)
    }
    var recording = Recording()
    for line in script.lines {
      if line.step.isInput { recording.add(shown(else: first)) }
      try await perform(line)
    }
    recording.add(shown(else: first))
    return recording
  }

  private func shown(else first: Frame) -> Frame { terminal.frames.last ?? first }

  private func perform(_ line: Script.Line) async throws(ScriptError) {
    switch line.step {
    case .keys(let keys):
      for key in keys { await send { terminal.type(key) } }
    case .type(let text):
      for character in text { await send { terminal.type(.character(character)) } }
    case .paste(let text): await send { terminal.paste(text) }
    case .press(let point): await send { terminal.press(at: point) }
    case .resize(let size): await send { terminal.resize(to: size) }
    case .wait(let text): try await wait(at: line) { $0.text.contains(text) }
    case .gone(let text): try await wait(at: line) { !$0.text.contains(text) }
    }
  }

  private func send(_ happen: () -> Void) async {
    happen()
    await terminal.waitUntilRead()
    await program.waitUntilDrawn()
  }

  /// Waits until the frame that is shown satisfies the condition.
  private func wait(
    at line: Script.Line, until condition: @escaping @Sendable (Frame) -> Bool
  ) async throws(ScriptError) {
    let (terminal, limit) = (terminal, limit)
    let isShown = await withTaskGroup(of: Bool.self) { group in
      group.addTask { (try? await terminal.latestFrame(where: condition)) != nil }
      group.addTask {
        try? await Task.sleep(for: limit)
        return false
      }
      defer { group.cancelAll() }
      return await group.next() ?? false
    }
    guard !isShown else { return }
    throw Task.isCancelled
      ? .ended(line: line.number) : .neverShown(line, screen: terminal.frames.last)
  }
}

/// The reason why a script could not be played to its end.
package enum ScriptError: Error, Sendable {
  /// A step waited for a text that never came. The frame is the last one that was shown.
  case neverShown(Script.Line, screen: Frame?)
  /// The program ended before this line.
  case ended(line: Int?)
}

extension ScriptError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .neverShown(let line, let screen):
      "line \(line.number) waited in vain; the screen shows:\n" + (screen?.text ?? "nothing")
    case .ended(let line):
      "the program ended before " + (line.map { "line \($0)" } ?? "the script")
    }
  }
}

extension Program {
  /// Returns when everything that was posted before has been handled and drawn, or the task is
  /// cancelled.
  func waitUntilDrawn() async {
    // The first is handled with what was posted before it; the second after that was drawn.
    for _ in 0..<2 {
      let (stream, continuation) = AsyncStream<Void>.makeStream()
      post { _ in
        continuation.finish()
        return []
      }
      for await _ in stream {}
    }
  }
}
