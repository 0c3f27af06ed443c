import Foundation
import TestSupport
import Testing

/// Years pass in a storefront while one watches.
@Suite(.hangLimit) struct ManyRenewalsJourneyTests {
  private static let catalogue = URL.packageRoot
    .appending(path: "Tests/Catalogues/bundle.storekit").path

  @Test func `ten years of three plans are one notice in an open storefront`() async throws {
    let commandLine = try CommandLineFixture()
    try await commandLine.storefront("--catalog", Self.catalogue) { shop in
      try await shop.waitFor("the launch") { $0.contains("My Purchases") && $0.isLaunched }
      for plan in ["bundle.music", "bundle.news", "bundle.maps"] {
        try await commandLine.run("buy \(plan) --yes")
      }
      // A plan is there before its transaction is, which would be shown after the key.
      try await shop.waitFor("The history shows 1 more.")
      // Dismisses the notice about the purchases.
      try await shop.sendKeys("Down")

      try await commandLine.run("store advance P10Y")

      var screens: [String] = []
      let screen = try await shop.waitFor("all renewals are shown") { screen in
        screens.append(screen)
        return screen.contains("were renewed 360 times.")
      }
      #expect(screen.contains("✓ Music, News, and Maps were renewed 360 times."))
      for screen in screens {
        #expect(screen.components(separatedBy: "renewed").count <= 2, "\(screen)")
      }
      try await shop.sendKeys("q")
      #expect(try await shop.waitForEnd() == 0)
    }
    // The next launch says nothing about them: the notice about what comes after would count them too.
    try await commandLine.storefront { shop in
      try await shop.waitFor("the launch") { $0.contains("My Purchases") && $0.isLaunched }
      try await commandLine.run("store advance P1M")
      let screen = try await shop.waitFor("renewed")
      #expect(!screen.contains("times."), "\(screen)")
    }
  }
}

extension CommandLineFixture {
  /// Runs a command in another terminal, which succeeds.
  fileprivate func run(_ command: String) async throws {
    let run = try await skdemo(command.split(separator: " ").map(String.init))
    #expect(run.status == 0, "\(command): \(run.errors)")
  }
}
