/// A buffer between one producer and one consumer, which takes all its elements at once.
///
/// The producer waits while the buffer is full.
actor BatchBuffer<Element: Sendable> {
  private let limit: Int
  private var elements: [Element] = []
  private var hasEnded = false
  private var consumer: CheckedContinuation<Void, Never>?
  private var producer: CheckedContinuation<Void, Never>?

  /// - Parameter limit: The maximum number of elements of a batch.
  init(limit: Int) { self.limit = limit }

  /// Adds an element; returns when another one may be added.
  func add(_ element: Element) async {
    elements.append(element)
    resumeConsumer()
    if elements.count >= limit { await withCheckedContinuation { producer = $0 } }
  }

  /// Tells the consumer that no element follows.
  func end() {
    hasEnded = true
    resumeConsumer()
  }

  /// Waits for elements and returns all of them; `nil` after the last.
  func next() async -> [Element]? {
    if elements.isEmpty, !hasEnded { await withCheckedContinuation { consumer = $0 } }
    guard !elements.isEmpty else { return nil }
    defer {
      elements = []
      producer?.resume()
      producer = nil
    }
    return elements
  }

  private func resumeConsumer() {
    consumer?.resume()
    consumer = nil
  }
}
