/// A layer on the stack, without its type.
@Screen protocol AnyLayerBox: AnyObject {
  var id: LayerID { get }
  var bindings: [KeyBinding] { get }
  var help: [String] { get }
  func receive(_ input: Input) -> [LayerWork]
  func receive(hasFocus: Bool) -> [LayerWork]
  func draw(on frame: inout Frame)
}

/// An effect that waits to be performed, bound to the layer that requested it.
typealias LayerWork = @Sendable () async -> Void

struct LayerID: Hashable, Sendable {
  let number: Int
}

@Screen final class LayerBox<L: Layer>: AnyLayerBox {
  let id: LayerID
  private var layer: L
  private let handle: LayerHandle<L>
  private let perform: @Sendable (L.Effect, LayerHandle<L>) async -> Void

  init(
    _ layer: L, handle: LayerHandle<L>,
    perform: @escaping @Sendable (L.Effect, LayerHandle<L>) async -> Void
  ) {
    id = handle.id
    self.layer = layer
    self.handle = handle
    self.perform = perform
  }

  var bindings: [KeyBinding] { layer.bindings }
  var help: [String] { layer.help }

  func receive(_ input: Input) -> [LayerWork] { work(of: layer.update(.input(input))) }

  func receive(_ message: L.Message) -> [LayerWork] { work(of: layer.update(.message(message))) }

  func receive(hasFocus: Bool) -> [LayerWork] { work(of: layer.update(hasFocus: hasFocus)) }

  func draw(on frame: inout Frame) {
    layer.adapt(to: frame.size)
    layer.draw(on: &frame)
  }

  private func work(of effects: [L.Effect]) -> [LayerWork] {
    effects.map { effect in
      { [perform, handle] in await perform(effect, handle) }
    }
  }
}
