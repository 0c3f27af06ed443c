import AppStorePayloads
import Testing

@Suite struct PeriodTests {
  @Test(arguments: ["P1M", "P2W", "P10000Y"])
  func `a period's description is the text that it was read from`(text: String) {
    #expect(Period(text)?.description == text)
  }

  @Test(arguments: [
    "", "P", "P1", "1M", "PM", "P0M", "P-1M", "P+1M", "P 1M", "P1.5M", "P1M1D", "P10001D", "p1m",
    "P\u{661}M", "P1M\u{301}",
  ])
  func `a text that is not a period is refused`(text: String) {
    #expect(Period(text) == nil)
  }
}
