/// A layer on the stack, without its type.
@Screen protocol AnyLayerBox: AnyObject {
  var id: LayerID { get }
  var bindings: [KeyBinding] { get }
  var help: [String] { get }
  var announcements: [Announcement] { get }
  var isSettled: Bool { get }
  var stopNotice: String? { get }
  /// The type of the layer, for the report of a crash.
  var typeName: String { get }
  var namedCommands: [NamedCommand] { get }
  var takesText: Bool { get }
  var hasTextField: Bool { get }
  var hasCommandLine: Bool { get }
  func receive(_ input: Input) -> [LayerWork]
  func receive(hasFocus: Bool) -> [LayerWork]
  func perform(_ id: NamedCommand.ID) -> [LayerWork]
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
  var announcements: [Announcement] { layer.announcements }
  var isSettled: Bool { layer.isSettled }
  var stopNotice: String? { layer.stopNotice }
  var typeName: String { "\(L.self)" }
  var namedCommands: [NamedCommand] { layer.namedCommands }
  var takesText: Bool { layer.takesText }
  var hasTextField: Bool { layer.hasTextField }
  var hasCommandLine: Bool { layer.hasCommandLine }

  func receive(_ input: Input) -> [LayerWork] { work(of: layer.update(.input(input))) }

  func receive(_ message: L.Message) -> [LayerWork] { work(of: layer.update(.message(message))) }

  func receive(hasFocus: Bool) -> [LayerWork] { work(of: layer.update(hasFocus: hasFocus)) }

  func perform(_ id: NamedCommand.ID) -> [LayerWork] { work(of: layer.perform(id)) }

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
