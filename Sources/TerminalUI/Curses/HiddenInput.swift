import CNcurses

/// Input that the terminal does not show while it is typed.
package enum HiddenInput {
  /// Runs `body` while what is typed is hidden.
  ///
  /// A signal that ends the process leaves a terminal that shows what is typed; so does one that stops
  /// it, until it goes on. If standard input is not a terminal, only `body` runs.
  package static func run<Value>(_ body: () -> Value) -> Value {
    guard cn_input_hide() else { return body() }
    defer { cn_input_show() }
    return body()
  }
}
