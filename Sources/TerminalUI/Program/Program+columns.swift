extension Program {
  /// Asks the terminal in how many columns it draws a text.
  ///
  /// - Parameters:
  ///   - text: A short text.
  ///   - pause: Waits as long as an answer may take.
  /// - Returns: The number of columns; `nil` if the terminal does not answer in time, if it shows
  ///   nothing yet, or if another question is open.
  @Screen package func columns(
    of text: String,
    pause: @escaping @Sendable () async throws -> Void = {
      try await Task.sleep(for: .milliseconds(100))
    }
  ) async -> Int? {
    guard isShown, measurement == nil else { return nil }
    let end = Task {
      try await pause()
      endMeasurement(nil)
    }
    defer { end.cancel() }
    return await withCheckedContinuation { continuation in
      measurement = continuation
      terminal.askColumns(of: Width.drawn(text))
    }
  }

  /// Ends the open question, if any.
  ///
  /// A later answer is ignored.
  @Screen func endMeasurement(_ columns: Int?) {
    measurement?.resume(returning: columns)
    measurement = nil
  }
}
