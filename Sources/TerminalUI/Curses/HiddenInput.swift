import CNcurses

/// Input that the terminal does not show while it is typed.
package enum HiddenInput {
  /// Runs `body` while the terminal does not show typed text.
  ///
  /// If a signal ends or stops the process, the terminal shows typed text again; a stopped process
  /// hides it when it continues. If standard input is not a terminal, only `body` runs.
  package static func run<Value>(_ body: () -> Value) -> Value {
    guard cn_input_hide() else { return body() }
    defer { cn_input_show() }
    return body()
  }
}
