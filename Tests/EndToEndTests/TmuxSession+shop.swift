import TestSupport

extension TmuxSession {
  /// Goes to the shop of a new customer.
  func openShop() async throws {
    try await waitFor("Head over to the shop to get started!")
    try await sendKeys("s")
    try await waitFor("Race Car")
  }

  /// Moves to a product of the shop by arrow keys, opens its sheet and pays.
  func buy(_ name: String, by arrows: String...) async throws {
    for arrow in arrows { try await sendKeys(arrow) }
    try await waitFor("\(name) selected") { $0.contains("▌ \(name)") || $0.contains("━ \(name) ━") }
    try await sendKeys("b")
    try await waitFor("This is a test store. No money moves.")
    try await sendKeys("p")
  }
}
