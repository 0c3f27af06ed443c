/// The text and the picture on a sheet after a purchase.
///
/// The product's picture rolls in from the right, step by step.
struct PurchaseConfirmation: Equatable, Sendable {
  /// The sentence about the purchase: "Yours. Race Car is in your garage."
  let sentence: String
  let transactionID: UInt64
  /// The number of steps until the picture has arrived.
  private(set) var remainingSteps: Int

  /// The steps of a picture; together they take less than a third of a second.
  private static let steps = 6
  /// The duration of a step.
  static let pause = Duration.milliseconds(45)

  init(_ sentence: String, transactionID: UInt64, isAnimated: Bool) {
    self.sentence = sentence
    self.transactionID = transactionID
    remainingSteps = isAnimated ? Self.steps : 0
  }

  var isMoving: Bool { remainingSteps > 0 }

  /// Moves the picture by one step.
  mutating func advance() { remainingSteps = max(0, remainingSteps - 1) }

  /// The remaining distance of the picture, if it began this many columns away from its place.
  func distance(of columns: Int) -> Int { columns * remainingSteps / Self.steps }
}
