/// The layers of a program, and the rules between them.
///
/// 1. Keys go to the topmost layer alone.
/// 2. Keys that were typed before the topmost layer was first drawn are discarded.
/// 3. "?" opens the help of the topmost layer.
/// 4. Lower layers are drawn below, dimmed.
/// 5. A key of the program works while one layer is on the stack and has not bound the key itself.
/// 6. ":" opens a command line. While one layer is on the stack, the line has the commands of that layer
///    and of the program; otherwise, those of the topmost layer, if that layer wants a line.
/// 7. A layer that is pushed while somebody types on that line goes beneath it, so that typed keys never
///    answer it.
/// 8. A layer is notified when it becomes the topmost one, and when it no longer is.
/// 9. A press is discarded if the topmost layer was not the topmost one of the frame that was pressed.
/// 10. While text is typed into a program's first layer, it gets every key, whatever rules 3, 5 and 6
///     say. Over it, "?" still opens the help.
@Screen final class LayerStack {
  private var boxes: [any AnyLayerBox] = []
  /// Rule 2: true from a push until the frame that shows it.
  private(set) var ignoresInput = false
  /// The layers of rule 7, until the line is closed.
  private var waiting: Set<LayerID> = []
  private var programKeys: [(binding: KeyBinding, perform: LayerWork)] = []
  private var providers: [any CommandProvider] = []
  /// Rule 9: the topmost layer of the frame that was drawn last.
  private var drawnTop: LayerID?

  nonisolated init() {}

  func box(_ id: LayerID) -> (any AnyLayerBox)? { boxes.first { $0.id == id } }

  func bind(_ binding: KeyBinding, perform: @escaping LayerWork) {
    programKeys.append((binding, perform))
  }

  func add(_ provider: any CommandProvider) { providers.append(provider) }

  func push(_ box: any AnyLayerBox) -> [LayerWork] {
    let top = boxes.last
    if top is LayerBox<CommandLineLayer> {
      boxes.insert(box, at: boxes.count - 1)
      waiting.insert(box.id)
      return []
    }
    boxes.append(box)
    // Text on a line does nothing before Enter, so it may be typed ahead.
    ignoresInput = !(box is LayerBox<CommandLineLayer>)
    return moveFocus(from: top)
  }

  func pop(_ id: LayerID) -> [LayerWork] {
    let top = boxes.last
    boxes.removeAll { $0.id == id }
    return moveFocus(from: top)
  }

  /// Notifies the layers of rule 8 if another layer is the topmost one now.
  private func moveFocus(from old: (any AnyLayerBox)?) -> [LayerWork] {
    guard let top = boxes.last, top.id != old?.id else { return [] }
    if waiting.remove(top.id) != nil { ignoresInput = true }
    return (old?.receive(hasFocus: false) ?? []) + top.receive(hasFocus: true)
  }

  /// The layer that gets the keys; `nil` without a layer.
  var top: LayerID? { boxes.last?.id }

  /// Whether another layer is over the first one.
  var isCovered: Bool { boxes.count > 1 }

  /// The line that is printed when the program is stopped: that of the topmost layer that has one.
  var stopNotice: String? { boxes.reversed().lazy.compactMap(\.stopNotice).first }

  /// The type of the topmost layer, for the report of a crash.
  var topName: String { boxes.last?.typeName ?? "no layer" }

  func ignoreInputUntilDrawn() { ignoresInput = true }

  func didDraw() {
    ignoresInput = false
    drawnTop = top
  }

  /// Whether a press on the frame that was drawn last is for the topmost layer.
  var takesPresses: Bool { top == drawnTop }

  /// A layer that the stack itself shows over another one.
  enum Overlay {
    case help(HelpLayer)
    case commandLine(CommandLineLayer)
  }

  /// Returns the topmost layer's work for an input; `open` receives an overlay that the stack should show.
  func receive(_ input: Input, open: (Overlay) -> Void) -> [LayerWork] {
    guard !ignoresInput, let top = boxes.last else { return [] }
    if boxes.count == 1, top.takesText { return top.receive(input) }
    if let overlay = overlay(for: input, over: top) {
      open(overlay)
      return []
    }
    if case .key(let key) = input, let own = workingKeys.first(where: { $0.binding.has(key) }) {
      return [own.perform]
    }
    return top.receive(input)
  }

  private func overlay(for input: Input, over top: any AnyLayerBox) -> Overlay? {
    switch input {
    case .key(.character("?")) where !(top is LayerBox<HelpLayer>): .help(help(of: top))
    case .key(.character(":")) where hasCommandLine(top): .commandLine(commandLine(of: top))
    default: nil
    }
  }

  private func hasCommandLine(_ box: any AnyLayerBox) -> Bool {
    boxes.count == 1 || box.hasCommandLine
  }

  private func help(of box: any AnyLayerBox) -> HelpLayer {
    let line = KeyBinding(.character(":"), label: "type a command", group: .program)
    return HelpLayer(
      bindings: box.bindings + workingKeys.map(\.binding) + (hasCommandLine(box) ? [line] : []),
      sentences: box.help, canPress: boxes.count == 1)
  }

  private func commandLine(of box: any AnyLayerBox) -> CommandLineLayer {
    let keys = (box.bindings + workingKeys.map(\.binding)).compactMap { LineCommand($0) }
    let own = box.namedCommands.map { LineCommand($0, action: .layer($0.id)) }
    let provided = providers.enumerated().flatMap { index, provider in
      provider.commands.map { LineCommand($0, action: .provider(index, $0.id)) }
    }
    return CommandLineLayer(keys + own + (boxes.count == 1 ? provided : []))
  }

  /// The work of a command that was chosen for the topmost layer.
  func perform(_ action: LineCommand.Action, open: (Overlay) -> Void) -> [LayerWork] {
    guard !ignoresInput else { return [] }
    switch action {
    case .press(let key): return receive(.key(key), open: open)
    case .layer(let id): return boxes.last?.perform(id) ?? []
    case .provider(let index, let id):
      return [{ [providers] in await providers[index].perform(id) }]
    }
  }

  /// The program's keys that work now.
  private var workingKeys: [(binding: KeyBinding, perform: LayerWork)] {
    guard boxes.count == 1 else { return [] }
    let bound = boxes[0].bindings
    return programKeys.filter { own in
      !own.binding.keys.contains { key in bound.contains { $0.has(key) } }
    }
  }

  /// The layers as a frame; only the topmost one with `hidesLayersBelow`.
  func frame(size: Size, isASCII: Bool, hidesLayersBelow: Bool = false) -> Frame {
    var frame = Frame(size: size)
    for (index, box) in boxes.suffix(hidesLayersBelow ? 1 : boxes.count).enumerated() {
      if index > 0 { frame.dim() }
      box.draw(on: &frame)
    }
    if isASCII { frame.foldToASCII() }
    return frame
  }

  /// The topmost layer as a terminal reads it out; `nil` without a layer.
  func reading(of frame: Frame) -> Reading? {
    guard let top = boxes.last else { return nil }
    return Reading(
      layer: top.id.number, frame: frame, bindings: top.bindings + workingKeys.map(\.binding),
      announcements: boxes.flatMap(\.announcements), takesText: top.hasTextField,
      isSettled: top.isSettled)
  }
}
