import Testing

@testable import DemoApp

/// The features of plans, as the catalogue file names them.
@Suite struct FeatureComparisonTests {
  private let plans = [String.standard, .premium, .pro]

  private func comparison(_ presentation: Presentation = Sample.presentation)
    -> FeatureComparison
  {
    FeatureComparison(of: plans, in: presentation)
  }

  @Test func `every feature is there once, those of the lowest plan first`() {
    #expect(comparison().features == ["navigation", "dash cam", "autopilot"])
  }

  @Test func `a plan has its own features and lacks the others`() {
    let comparison = comparison()
    #expect(comparison.features.map { comparison.has($0, .premium) } == [true, true, false])
    #expect(comparison.features.map { comparison.has($0, .pro) } == [true, true, true])
  }

  @Test func `a plan adds what no lower plan has`() {
    let comparison = comparison()
    #expect(plans.map(comparison.added) == [["navigation"], ["dash cam"], ["autopilot"]])
  }

  @Test func `a file without features compares nothing`() {
    #expect(comparison(Presentation()).isEmpty)
  }
}
