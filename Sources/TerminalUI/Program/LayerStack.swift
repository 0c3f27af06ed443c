/// The layers of a program, and the rules between them.
///
/// 1. Keys go to the topmost layer alone.
/// 2. Keys that were typed before the topmost layer was first drawn are discarded.
/// 3. "?" opens the help of the topmost layer.
/// 4. Lower layers are drawn below, dimmed.
@Screen final class LayerStack {
  private var boxes: [any AnyLayerBox] = []
  /// Rule 2: true from a push until the frame that shows it.
  private(set) var ignoresInput = false

  nonisolated init() {}

  func box(_ id: LayerID) -> (any AnyLayerBox)? { boxes.first { $0.id == id } }

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
      openHelp(HelpLayer(bindings: top.bindings, sentences: top.help))
      return []
    }
    return top.receive(input)
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
