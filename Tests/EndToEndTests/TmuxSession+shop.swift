import TestSupport

extension TmuxSession {
  /// Goes to the shop of a new customer.
  func openShop() async throws {
    try await waitForInvitation()
    try await sendKeys("s")
    try await waitFor("Race Car")
  }

  /// Waits for My Cars of a customer who has bought nothing yet, after the launch.
  func waitForInvitation() async throws {
    try await waitFor("the invitation to the shop") {
      $0.contains("Head over to the shop") && $0.isLaunched
    }
  }

  /// Waits for My Cars of a customer who has bought something, after the launch.
  @discardableResult
  func waitForGarage() async throws -> String {
    try await waitFor("the garage", where: \.showsGarage)
  }

  /// Moves to a product of the shop by arrow keys, opens its sheet and pays.
  func buy(_ name: String, by arrows: String...) async throws {
    for arrow in arrows { try await sendKeys(arrow) }
    try await waitFor("\(name) selected") { $0.contains("▌ \(name)") || $0.contains("━ \(name) ━") }
    try await sendKeys("b")
    try await waitFor("This is a test store. No money moves.")
    try await sendKeys("p")
  }

  /// Waits for the sheet that shows a purchase, and closes it.
  func closePurchase() async throws {
    try await waitFor("✓ Yours. ")
    try await sendKeys("Enter")
    try await waitFor("the shop") { !$0.contains("Yours. ") }
  }
}

extension String {
  /// Whether a screen that names its places no longer shows that something is being checked.
  var isLaunched: Bool { !contains("checking") && !contains(" verified") }

  /// Whether it is My Cars as a road or as a list, after the launch.
  var showsGarage: Bool { (contains("════") || contains("MY CARS")) && isLaunched }
}
