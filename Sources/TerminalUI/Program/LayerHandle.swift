/// Sends messages to a layer on the program's stack.
package struct LayerHandle<L: Layer>: Sendable {
  let id: LayerID
  let program: Program

  /// Sends the layer a message; it is dropped if the layer has been popped.
  package func send(_ message: L.Message) {
    let id = id
    program.post { stack in
      (stack.box(id) as? LayerBox<L>)?.receive(message) ?? []
    }
  }

  /// Removes the layer from the stack; does nothing if it was removed.
  @Screen package func pop() {
    program.change { $0.pop(id) }
  }

  /// Discards keys that were typed before the layer is next drawn, so that a key for an old
  /// question never answers a new one.
  package func flushInput() {
    program.post { stack in
      stack.ignoreInputUntilDrawn()
      return []
    }
  }
}
