import Synchronization

/// The reason why a program has ended.
package enum ProgramEndReason: Hashable, Sendable {
  case quit
  /// The terminal was closed; nothing more can be shown.
  case terminalGone
}

/// A stack of layers on one screen.
///
/// One loop owns the layers and the screen. It takes everything that has happened, gives it to the
/// layers, performs their effects in tasks of their own, and shows one frame. If nothing has
/// changed, nothing is written.
package final class Program: Sendable {
  let terminal: any Terminal
  private let inbox = Inbox()
  let stack = LayerStack()
  private let layerNumbers = Atomic(0)
  @Screen private(set) var shown: Frame?
  /// Whether the layers have changed since they were drawn.
  @Screen private(set) var hasChanges = false
  @Screen private var wantsMouse: Bool
  /// The open question about the width of a text; `nil` if none is open.
  @Screen var measurement: CheckedContinuation<Int?, Never>?

  /// - Parameters:
  ///   - terminal: The screen and the source of its input.
  ///   - usesMouse: Whether the program gets presses and the wheel from the beginning.
  package init(terminal: any Terminal, usesMouse: Bool = true) {
    self.terminal = terminal
    wantsMouse = usesMouse
  }

  /// Puts a layer on top; keys that were typed before it is first drawn are discarded.
  ///
  /// `perform` runs each effect in a task of its own, outside the screen's thread. Such a task
  /// is cancelled when the program ends, and the program waits for it. Layers may be pushed
  /// before the program runs.
  @discardableResult
  @Screen package func push<L: Layer>(
    _ layer: L, perform: @escaping @Sendable (L.Effect, LayerHandle<L>) async -> Void
  ) -> LayerHandle<L> {
    let handle: LayerHandle<L> = makeHandle()
    change { $0.push(LayerBox(layer, handle: handle, perform: perform)) }
    return handle
  }

  /// Gives a key to the program itself, whatever its first layer is.
  ///
  /// It works while nothing covers that layer, unless the layer has the key too. Its effect is
  /// performed as a layer's is.
  @Screen package func bind(
    _ binding: KeyBinding, perform: @escaping @Sendable () async -> Void
  ) {
    stack.bind(binding, perform: perform)
  }

  /// Adds commands to the command line of the program's first layer.
  @Screen package func add(_ provider: any CommandProvider) { stack.add(provider) }

  /// Runs until `quit` is called, the terminal is closed or the task is cancelled.
  ///
  /// It restores the terminal and then waits for effects that still run.
  ///
  /// - Throws: ``TerminalUnavailableError`` if there is no screen.
  @Screen package func run() async throws(TerminalUnavailableError) -> ProgramEndReason {
    try terminal.open()
    terminal.setMouse(isReported: wantsMouse)
    return await withTaskCancellationHandler {
      await withDiscardingTaskGroup { group in
        group.addTask { await self.read() }
        let end = await loop(performingIn: &group)
        terminal.close()
        group.cancelAll()
        return end
      }
    } onCancel: {
      quit()
    }
  }

  /// Whether a frame has been shown.
  @Screen var isShown: Bool { shown != nil }

  package func quit() { inbox.post([.quit]) }

  /// Asks the terminal to put a text on the clipboard.
  @Screen package func copy(_ text: String) { terminal.copy(text) }

  /// Gives the mouse to the terminal, or takes it back; returns ``usesMouse``.
  @discardableResult
  @Screen package func toggleMouse() -> Bool {
    usesMouse.toggle()
    return usesMouse
  }

  /// Whether the program gets presses and the wheel; otherwise the terminal selects text with the
  /// mouse.
  @Screen package var usesMouse: Bool {
    get { wantsMouse }
    set {
      wantsMouse = newValue
      terminal.setMouse(isReported: newValue)
    }
  }
}

extension Program {
  func post(_ work: @escaping @Screen @Sendable (LayerStack) -> [LayerWork]) {
    inbox.post([.work(work)])
  }

  /// Changes the stack at once; the loop performs what that asks for and draws it after.
  @Screen func change(_ body: @Screen (LayerStack) -> [LayerWork]) {
    let work = body(stack)
    hasChanges = true
    post { _ in work }
  }

  /// Gives a key to the first layer, as if it were typed now; does nothing while another layer covers it.
  func pressInFirstLayer(_ key: Key) {
    post { $0.isCovered ? [] : $0.receive(.key(key), open: self.open) }
  }

  private func makeHandle<L: Layer>() -> LayerHandle<L> {
    let number = layerNumbers.add(1, ordering: .relaxed).newValue
    return LayerHandle(id: LayerID(number: number), program: self)
  }

  /// Brings the terminal's events to the loop until it is cancelled.
  @Screen private func read() async {
    while !Task.isCancelled {
      await terminal.waitForEvents()
      let events = terminal.takeEvents()
      if !events.isEmpty { inbox.post(events.map { .event($0) }) }
      if events.contains(.gone) { return }
    }
  }

  @Screen private func loop(performingIn group: inout DiscardingTaskGroup) async -> ProgramEndReason
  {
    show()
    while true {
      var work: [LayerWork] = []
      for item in await inbox.next() {
        if let end = handle(item, &work) {
          // What came with the end is not drawn.
          hasChanges = true
          return end
        }
      }
      for effect in work { group.addTask { await effect() } }
      show()
    }
  }

  /// Returns why the program ends, if it does.
  @Screen private func handle(_ item: Inbox.Item, _ work: inout [LayerWork]) -> ProgramEndReason? {
    note(item)
    switch item {
    case .quit: return .quit
    case .event(.gone): return .terminalGone
    case .event(.resized): shown = nil
    case .event(.damaged):
      terminal.invalidate()
      shown = nil
    case .event(.input(let input)): work += stack.receive(input, open: open)
    case .event(.pressed(let point)): work += press(at: point)
    case .event(.cursor(let point)): endMeasurement(point.column)
    case .work(let body): work += body(stack)
    }
    return nil
  }

  /// Keeps the name of an input for the report of a crash.
  @Screen private func note(_ item: Inbox.Item) {
    guard case .event(let event) = item else { return }
    note("\(stack.topName): \(EventName.of(event))")
  }

  /// Keeps the name of an event for the report of a crash.
  @Screen func note(_ event: String) { terminal.note(event: event) }

  /// The work of a press, by what is shown at that place.
  @Screen private func press(at point: Point) -> [LayerWork] {
    guard stack.takesPresses, let press = shown?.press(at: point) else { return [] }
    return stack.receive(press.input, open: open)
  }

  @Screen private func open(_ overlay: LayerStack.Overlay) {
    let below = stack.top
    switch overlay {
    case .help(let layer):
      let box = LayerBox(layer, handle: makeHandle()) { effect, handle in
        guard case .close(let key) = effect else { return }
        await handle.program.close(handle.id, over: below, performing: key.map { .press($0) })
      }
      change { $0.push(box) }
    case .commandLine(let layer):
      let box = LayerBox(layer, handle: makeHandle()) { effect, handle in
        guard case .close(let action) = effect else { return }
        await handle.program.close(handle.id, over: below, performing: action)
      }
      change { $0.push(box) }
    }
  }

  /// Closes the help or the line, and performs what was chosen there, unless the layer that it was
  /// chosen for is no longer the topmost one.
  @Screen private func close(
    _ id: LayerID, over below: LayerID?, performing action: LineCommand.Action?
  ) {
    change { $0.pop(id) }
    guard let action else { return }
    post { $0.top == below ? $0.perform(action, open: self.open) : [] }
  }

  @Screen private func show() {
    let frame = stack.frame(
      size: terminal.size, isASCII: terminal.isASCII, hidesLayersBelow: terminal.isLinear)
    // Before this frame the user could not see what these keys would do.
    let ignoresInput = stack.ignoresInput
    if ignoresInput { inbox.discardInput() }
    if frame != shown {
      terminal.present(frame, discardingInput: ignoresInput)
    } else if ignoresInput {
      terminal.discardInput()
    }
    // An equal frame may have other regions.
    shown = frame
    hasChanges = false
    terminal.setStopNotice(stack.stopNotice)
    stack.didDraw()
    if terminal.isLinear, let reading = stack.reading(of: frame) { terminal.read(reading) }
  }
}
