import Foundation
import TestSupport
import Testing

@testable import OpenStoreKit

/// The numbers are those of ReviewPrompts.swift.
@Suite struct ReviewPromptsTests {
  private var prompts = ReviewPrompts()

  private func day(_ number: Int) -> Date { .fixture + TimeInterval(number * 86_400) }

  @Test mutating func `1: the customer is asked three times in 365 days`() {
    for number in [0, 10, 20] {
      #expect(prompts.refusal(at: day(number), version: "1.0") == nil)
      prompts.prompt(at: day(number))
    }

    #expect(prompts.refusal(at: day(364), version: "1.0") == .tooMany)
    #expect(prompts.refusal(at: day(365), version: "1.0") == nil)
    prompts.prompt(at: day(365))
    #expect(prompts.refusal(at: day(374), version: "1.0") == .tooMany)
    #expect(prompts.dates == [day(10), day(20), day(365)], "what is old is not kept")
  }

  @Test(arguments: [("1.0", 900), ("2.0", 364)])
  mutating func `2: after a rating nobody is asked about the same version, or too early`(
    version: String, number: Int
  ) {
    prompts.rate(4, version: "1.0", at: day(0))

    #expect(prompts.refusal(at: day(number), version: version) == .reviewed(day(0)))
  }

  @Test mutating func `what was kept before the clock was set back does not count`() {
    for number in [100, 110, 120] { prompts.prompt(at: day(number)) }
    prompts.rate(4, version: "1.0", at: day(120))

    #expect(prompts.refusal(at: day(99), version: "1.0") == nil)
  }

  @Test mutating func `2: another version is rated 365 days later`() {
    prompts.rate(4, version: "1.0", at: day(0))

    #expect(prompts.refusal(at: day(365), version: "2.0") == nil)
  }
}
