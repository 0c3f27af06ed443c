/// The layers of a program, and the rules between them.
///
/// 1. Keys go to the topmost layer alone.
/// 2. Keys that were typed before the topmost layer was first drawn are discarded.
/// 3. "?" opens the help of the topmost layer.
/// 4. Lower layers are drawn below, dimmed.
/// 5. A key of the program works while one layer is on the stack and has not bound the key itself.
@Screen final class LayerStack {
  private var boxes: [any AnyLayerBox] = []
  /// Rule 2: true from a push until the frame that shows it.
  private(set) var ignoresInput = false
  private var programKeys: [(binding: KeyBinding, perform: LayerWork)] = []

  nonisolated init() {}

  func box(_ id: LayerID) -> (any AnyLayerBox)? { boxes.first { $0.id == id } }

  func bind(_ binding: KeyBinding, perform: @escaping LayerWork) {
    programKeys.append((binding, perform))
  }

  func push(_ box: any AnyLayerBox) {
    boxes.append(box)
    ignoresInput = true
  }

  func pop(_ id: LayerID) {
    boxes.removeAll { $0.id == id }
  }

  func ignoreInputUntilDrawn() { ignoresInput = true }

  func didDraw() { ignoresInput = false }

  /// What the topmost layer does with an input; `openHelp` gets what its help would show.
  func receive(_ input: Input, openHelp: (HelpLayer) -> Void) -> [LayerWork] {
    guard !ignoresInput, let top = boxes.last else { return [] }
    if input == .key(.character("?")), !(top is LayerBox<HelpLayer>) {
      openHelp(
        HelpLayer(bindings: top.bindings + workingKeys.map(\.binding), sentences: top.help))
      return []
    }
    let key = workingKeys.first { key in key.binding.keys.contains { .key($0) == input } }
    return key.map { [$0.perform] } ?? top.receive(input)
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
