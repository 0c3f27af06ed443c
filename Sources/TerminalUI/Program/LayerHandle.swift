/// A way to a layer that is on the program's stack.
package struct LayerHandle<L: Layer>: Sendable {
  let id: LayerID
  let program: Program

  /// Gives the layer a message, in the order sent; dropped if the layer has been popped.
  package func send(_ message: L.Message) {
    let id = id
    program.post { stack in
      (stack.box(id) as? LayerBox<L>)?.receive(message) ?? []
    }
  }

  /// Takes the layer off the stack; does nothing if it is off.
  @Screen package func pop() {
    program.change { $0.pop(id) }
  }

  /// Throws away what was typed before the layer is next drawn, so that a new question is
  /// never answered by a key meant for an old one.
  package func flushInput() {
    program.post { stack in
      stack.ignoreInputUntilDrawn()
      return []
    }
  }
}
