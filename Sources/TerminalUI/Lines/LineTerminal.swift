/// A terminal that prints a program line by line and reads whole lines.
///
/// It sends no control sequence, so it works on every terminal, with screen readers and in logs. It
/// shows the topmost layer alone, in one column.
@Screen package final class LineTerminal: Terminal {
  private let device: any LineDevice
  private let usesASCII: Bool
  private var renderer: LineRenderer
  private var events: [TerminalEvent] = []
  /// Whether a line was typed since the last output.
  private var isAnswered = true
  /// Whether the last output was a prompt, whose line has not ended.
  private var isPrompting = false
  private var isReading = false
  private var hasEnded = false
  private var waiter: AsyncStream<Void>.Continuation?

  /// - Parameters:
  ///   - device: The source and the destination of the lines.
  ///   - style: How the lines are written.
  ///   - isASCII: Whether only ASCII is printed.
  package nonisolated init(_ device: some LineDevice, style: LineStyle, isASCII: Bool) {
    self.device = device
    usesASCII = isASCII
    renderer = LineRenderer(style)
  }

  /// So narrow that nothing is side by side, and so high that nothing scrolls.
  package var size: Size { Size(columns: 58, rows: 400) }

  /// The frame keeps its signs, because the lines of boxes and rules are recognised by them.
  ///
  /// Each line is folded later.
  package var isASCII: Bool { false }
  package var isLinear: Bool { true }

  package func open() {}

  /// Ends the line of the prompt.
  package func close() {
    hasEnded = true
    if isPrompting { device.print([""], prompt: "") }
    isPrompting = false
  }

  package func present(_ frame: Frame, discardingInput: Bool) {
    if discardingInput { discardInput() }
  }

  package func invalidate() {}

  package func discardInput() {
    events.removeAll(where: \.isInput)
    device.discardTypedText()
  }

  package func read(_ reading: Reading) {
    guard let output = renderer.update(reading, isAnswer: isAnswered) else { return }
    isAnswered = false
    show(output.lines)
  }

  private func show(_ lines: [String]) {
    let lines = (isPrompting ? [""] : []) + lines
    let prompt = renderer.prompt
    device.print(
      usesASCII ? lines.map(Glyphs.fold) : lines, prompt: usesASCII ? Glyphs.fold(prompt) : prompt)
    isPrompting = true
  }
}

// MARK: - Input

extension LineTerminal {
  package func waitForEvents() async {
    guard events.isEmpty else { return }
    startReading()
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    waiter = continuation
    for await _ in stream { break }
  }

  package func takeEvents() -> [TerminalEvent] {
    defer { events = [] }
    return events
  }

  /// A read cannot be cancelled, so there is at most one, and it outlives the program.
  private func startReading() {
    guard !isReading, !hasEnded else { return }
    isReading = true
    Task { receive(await device.readLine()) }
  }

  private func receive(_ line: String?) {
    isReading = false
    // The person has ended the prompt's line.
    isPrompting = false
    guard !hasEnded else { return }
    guard let line else { return add([.gone]) }
    switch renderer.menu?.answer(to: line) ?? .inputs([]) {
    case .inputs(let inputs):
      isAnswered = true
      add(inputs.map { .input($0) })
    case .unknown(let sentence):
      show([sentence])
      startReading()
    }
  }

  private func add(_ new: [TerminalEvent]) {
    events += new
    waiter?.yield()
    waiter = nil
  }
}
