/// The layers of a program, and the rules between them.
///
/// 1. Keys go to the topmost layer alone.
/// 2. Keys that were typed before the topmost layer was first drawn are discarded.
/// 3. "?" opens the help of the topmost layer.
/// 4. Lower layers are drawn below, dimmed.
/// 5. A key of the program works while one layer is on the stack and has not bound the key itself.
/// 6. ":" opens a line for the commands of that layer and the program, while it is the only one.
/// 7. A layer that is pushed while somebody types on that line goes beneath it, so that typed keys never
///    answer it.
/// 8. A layer is notified when it becomes the topmost one, and when it no longer is.
@Screen final class LayerStack {
  private var boxes: [any AnyLayerBox] = []
  /// Rule 2: true from a push until the frame that shows it.
  private(set) var ignoresInput = false
  /// The layers of rule 7, until the line is closed.
  private var waiting: Set<LayerID> = []
  private var programKeys: [(binding: KeyBinding, perform: LayerWork)] = []

  nonisolated init() {}

  func box(_ id: LayerID) -> (any AnyLayerBox)? { boxes.first { $0.id == id } }

  func bind(_ binding: KeyBinding, perform: @escaping LayerWork) {
    programKeys.append((binding, perform))
  }

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

  func ignoreInputUntilDrawn() { ignoresInput = true }

  func didDraw() { ignoresInput = false }

  /// A layer that the stack itself shows over another one.
  enum Overlay {
    case help(HelpLayer)
    case commandLine(CommandLineLayer)
  }

  /// Returns the topmost layer's work for an input; `open` receives an overlay that the stack should show.
  func receive(_ input: Input, open: (Overlay) -> Void) -> [LayerWork] {
    guard !ignoresInput, let top = boxes.last else { return [] }
    if let overlay = overlay(for: input, over: top) {
      open(overlay)
      return []
    }
    let key = workingKeys.first { key in key.binding.keys.contains { .key($0) == input } }
    return key.map { [$0.perform] } ?? top.receive(input)
  }

  private func overlay(for input: Input, over top: any AnyLayerBox) -> Overlay? {
    let keys = workingKeys.map(\.binding)
    switch input {
    case .key(.character("?")) where !(top is LayerBox<HelpLayer>):
      let line = boxes.count == 1 ? [KeyBinding(.character(":"), label: "type a command")] : []
      return .help(HelpLayer(bindings: top.bindings + keys + line, sentences: top.help))
    case .key(.character(":")) where boxes.count == 1:
      return .commandLine(CommandLineLayer(top.bindings + keys))
    default: return nil
    }
  }

  /// The program's keys that work now.
  private var workingKeys: [(binding: KeyBinding, perform: LayerWork)] {
    guard boxes.count == 1 else { return [] }
    let bound = Set(boxes[0].bindings.flatMap(\.keys))
    return programKeys.filter { bound.isDisjoint(with: $0.binding.keys) }
  }

  func frame(size: Size, isASCII: Bool) -> Frame {
    var frame = Frame(size: size)
    for (index, box) in boxes.enumerated() {
      if index > 0 { frame.dim() }
      box.draw(on: &frame)
    }
    if isASCII { frame.foldToASCII() }
    return frame
  }
}
