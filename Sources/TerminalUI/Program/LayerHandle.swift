/// Sends messages to a layer on the program's stack.
package struct LayerHandle<L: Layer>: Sendable {
  let id: LayerID
  let program: Program

  /// Sends the layer a message; it is dropped if the layer has been popped.
  package func send(_ message: L.Message) {
    program.post { receive(message, in: $0) }
  }

  /// Sends a message that asks or shows something new, and discards keys that were typed before it is
  /// drawn: a key for an old question never answers a new one.
  package func sendDiscardingInput(_ message: L.Message) {
    program.post { stack in
      stack.ignoreInputUntilDrawn()
      return receive(message, in: stack)
    }
  }

  @Screen private func receive(_ message: L.Message, in stack: LayerStack) -> [LayerWork] {
    program.note("\(L.self): \(EventName.of(caseOf: message))")
    return (stack.box(id) as? LayerBox<L>)?.receive(message) ?? []
  }

  /// Removes the layer from the stack; does nothing if it was removed.
  @Screen package func pop() {
    program.change { $0.pop(id) }
  }

  /// Asks the terminal to put a text on the clipboard.
  @Screen package func copy(_ text: String) { program.copy(text) }
}
