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
  private let terminal: any Terminal
  private let inbox = Inbox()
  private let stack = LayerStack()
  private let layerNumbers = Atomic(0)
  @Screen private var shown: Frame?

  package init(terminal: any Terminal) {
    self.terminal = terminal
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

  /// Runs until `quit` is called, the terminal is closed or the task is cancelled.
  ///
  /// It restores the terminal and then waits for effects that still run.
  ///
  /// - Throws: ``TerminalUnavailableError`` if there is no screen.
  @Screen package func run() async throws(TerminalUnavailableError) -> ProgramEndReason {
    try terminal.open()
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

  package func quit() { inbox.post([.quit]) }
}

extension Program {
  func post(_ work: @escaping @Screen @Sendable (LayerStack) -> [LayerWork]) {
    inbox.post([.work(work)])
  }

  /// Changes the stack at once; the loop performs what that asks for and draws it after.
  @Screen func change(_ body: @Screen (LayerStack) -> [LayerWork]) {
    let work = body(stack)
    post { _ in work }
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
        if let end = handle(item, &work) { return end }
      }
      for effect in work { group.addTask { await effect() } }
      show()
    }
  }

  /// Returns why the program ends, if it does.
  @Screen private func handle(_ item: Inbox.Item, _ work: inout [LayerWork]) -> ProgramEndReason? {
    switch item {
    case .quit: return .quit
    case .event(.gone): return .terminalGone
    case .event(.resized): shown = nil
    case .event(.damaged):
      terminal.invalidate()
      shown = nil
    case .event(.input(let input)): work += stack.receive(input, open: open)
    case .work(let body): work += body(stack)
    }
    return nil
  }

  @Screen private func open(_ overlay: LayerStack.Overlay) {
    switch overlay {
    case .help(let layer):
      change { $0.push(LayerBox(layer, handle: makeHandle()) { _, handle in await handle.pop() }) }
    case .commandLine(let layer):
      let box = LayerBox(layer, handle: makeHandle()) { effect, handle in
        guard case .close(let key) = effect else { return }
        await handle.program.closeLine(handle.id, pressing: key)
      }
      change { $0.push(box) }
    }
  }

  /// Closes the line, and presses the key of its command unless another layer has come beneath it.
  @Screen private func closeLine(_ id: LayerID, pressing key: Key?) {
    change { $0.pop(id) }
    guard let key, !stack.ignoresInput else { return }
    inbox.post([.event(.input(.key(key)))])
  }

  @Screen private func show() {
    let frame = stack.frame(size: terminal.size, isASCII: terminal.isASCII)
    // Before this frame the user could not see what these keys would do.
    let ignoresInput = stack.ignoresInput
    if ignoresInput { inbox.discardInput() }
    if frame != shown {
      terminal.present(frame, discardingInput: ignoresInput)
      shown = frame
    } else if ignoresInput {
      terminal.discardInput()
    }
    stack.didDraw()
  }
}
