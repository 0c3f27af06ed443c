import Synchronization

/// A terminal for scripts and for tests of a ``Program``: it records every frame and sends the keys
/// that they type.
///
/// Nothing is timed: they wait for a frame with the expected contents.
package final class RecordedTerminal: Terminal {
  private typealias Waits = [Int: CheckedContinuation<Void, Never>]

  private struct State {
    var size: Size
    var events: [TerminalEvent] = []
    var frames: [Frame] = []
    /// The number of frames that were shown, including those that are not kept.
    var shown = 0
    var repaints = 0
    var isOpen = false
    var reportsMouse = false
    var copied: [String] = []
    var stopNotice: String?
    var notes: [String] = []
    var nextWait = 0
    var eventWaits: Waits = [:]
    var frameWaits: Waits = [:]
    var readWaits: Waits = [:]
  }

  package let isASCII: Bool
  private let keptFrames: Int
  private let measure: @Sendable (String) -> Int?
  private let state: Mutex<State>

  /// - Parameters:
  ///   - size: In columns and rows.
  ///   - isASCII: Whether it shows only ASCII.
  ///   - keptFrames: The number of latest frames that are kept; a test that waits for a frame from
  ///     a number on needs all.
  ///   - measure: Returns the width that the terminal reports for a text; `nil` without an answer.
  package init(
    size: Size = Size(columns: 80, rows: 24), isASCII: Bool = false, keptFrames: Int = .max,
    measure: @escaping @Sendable (String) -> Int? = { Width.columns($0) }
  ) {
    self.isASCII = isASCII
    self.keptFrames = keptFrames
    self.measure = measure
    state = Mutex(State(size: size))
  }

  package var size: Size { state.withLock { $0.size } }

  /// Every frame shown so far; one that changed nothing is not among them.
  package var frames: [Frame] { state.withLock { $0.frames } }

  /// The line that would be printed at Ctrl-Z.
  package var stopNotice: String? { state.withLock { $0.stopNotice } }

  /// The names of the events, which a report of a crash would have.
  package var notes: [String] { state.withLock { $0.notes } }

  /// Whether the mouse belongs to the program.
  package var reportsMouse: Bool { state.withLock { $0.reportsMouse } }

  /// The texts that were sent to the clipboard, the latest last.
  package var copied: [String] { state.withLock { $0.copied } }

  package var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Whether the program has taken everything that has happened.
  package var isRead: Bool { state.withLock { $0.events.isEmpty } }

  /// The number of times that the whole screen was drawn again.
  package var repaints: Int { state.withLock { $0.repaints } }
}

// MARK: - What a test does

extension RecordedTerminal {
  /// Types keys, all in one burst.
  package func type(_ keys: Key...) { happen(keys.map { .input(.key($0)) }) }

  /// Types each character, all in one burst.
  package func type(_ text: String) { happen(text.map { .input(.key(.character($0))) }) }

  package func paste(_ text: String) { happen([.input(.paste(text))]) }

  /// Presses the first mouse button on a cell.
  package func press(at point: Point) { happen([.pressed(point)]) }

  /// Sends bytes as a terminal does; an unfinished sequence ends with them.
  package func send(_ bytes: String) {
    var decoder = KeyDecoder()
    happen(decoder.decode(bytes.utf8) + decoder.pause())
  }

  package func resize(to size: Size) {
    state.withLock { $0.size = size }
    happen([.resized(size)])
  }

  /// As Ctrl-L, or coming back from Ctrl-Z.
  package func damage() { happen([.damaged]) }

  package func hangUp() { happen([.gone]) }

  /// The first frame, from number `start` on, that satisfies `condition`; waits for it.
  ///
  /// - Throws: ``NoSuchFrameError`` when the test is cancelled, as its time limit does.
  package func frame(
    from start: Int = 0, where condition: @escaping @Sendable (Frame) -> Bool
  ) async throws -> Frame {
    while !Task.isCancelled {
      let frames = frames
      if let frame = frames.dropFirst(start).first(where: condition) { return frame }
      await wait(in: \.frameWaits) { $0.frames.count == frames.count }
    }
    throw NoSuchFrameError(last: frames.last)
  }

  /// The first frame, from number `start` on, whose text contains `text`; waits for it.
  package func frame(
    containing text: String, from start: Int = 0
  ) async throws -> Frame {
    try await frame(from: start) { $0.text.contains(text) }
  }

  /// The frame that is shown, once it satisfies `condition`; waits for that.
  ///
  /// - Throws: ``NoSuchFrameError`` when the task is cancelled.
  package func latestFrame(
    where condition: @escaping @Sendable (Frame) -> Bool
  ) async throws -> Frame {
    while !Task.isCancelled {
      let (frame, shown) = state.withLock { ($0.frames.last, $0.shown) }
      if let frame, condition(frame) { return frame }
      await wait(in: \.frameWaits) { $0.shown == shown }
    }
    throw NoSuchFrameError(last: frames.last)
  }

  /// Waits until the program has taken everything that has happened, or has closed the terminal.
  package func waitUntilRead() async {
    while !isRead, isOpen, !Task.isCancelled {
      await wait(in: \.readWaits) { !$0.events.isEmpty && $0.isOpen }
    }
  }

  private func happen(_ events: [TerminalEvent]) {
    state.withLock { $0.events += events }
    resume(\.eventWaits)
  }
}

/// A test waited for a frame that never came; says what was shown last.
package struct NoSuchFrameError: Error, CustomStringConvertible {
  package let last: Frame?

  /// - Parameter last: The frame that was shown last.
  package init(last: Frame?) { self.last = last }

  package var description: String {
    "no such frame was shown; the last one was:\n" + (last?.text ?? "(none)")
  }
}

// MARK: - What a program does

extension RecordedTerminal {
  package func open() { state.withLock { $0.isOpen = true } }

  package func close() {
    state.withLock { ($0.isOpen, $0.reportsMouse) = (false, false) }
    resume(\.readWaits)
  }

  package func present(_ frame: Frame, discardingInput: Bool) {
    state.withLock { state in
      if discardingInput { state.events.removeAll(where: \.isInput) }
      state.frames.append(frame)
      state.shown += 1
      if state.frames.count > keptFrames { state.frames.removeFirst() }
    }
    resume(\.frameWaits)
    resume(\.readWaits)
  }

  package func setMouse(isReported: Bool) { state.withLock { $0.reportsMouse = isReported } }

  package func copy(_ text: String) { state.withLock { $0.copied.append(text) } }

  package func setStopNotice(_ notice: String?) { state.withLock { $0.stopNotice = notice } }

  package func note(event: String) { state.withLock { $0.notes.append(event) } }

  package func askColumns(of text: String) {
    if let columns = measure(text) { happen([.cursor(Point(column: columns, row: 0))]) }
  }

  package func invalidate() { state.withLock { $0.repaints += 1 } }

  package func takeEvents() -> [TerminalEvent] {
    defer { resume(\.readWaits) }
    return state.withLock { state in
      defer { state.events = [] }
      return state.events
    }
  }

  package func discardInput() {
    state.withLock { $0.events.removeAll(where: \.isInput) }
    resume(\.readWaits)
  }

  package func waitForEvents() async {
    await wait(in: \.eventWaits) { $0.events.isEmpty }
  }

  private func resume(_ waits: any WritableKeyPath<State, Waits> & Sendable) {
    let ended = state.withLock { state in
      defer { state[keyPath: waits] = [:] }
      return state[keyPath: waits]
    }
    for wait in ended.values { wait.resume() }
  }

  /// Waits while `isWanting`, until something happens or the task is cancelled.
  private func wait(
    in waits: any WritableKeyPath<State, Waits> & Sendable,
    while isWanting: @Sendable (borrowing State) -> Bool
  ) async {
    let id = state.withLock { state in
      state.nextWait += 1
      return state.nextWait
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          guard isWanting(state), !Task.isCancelled else { return true }
          state[keyPath: waits][id] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0[keyPath: waits].removeValue(forKey: id) }?.resume()
    }
  }
}
