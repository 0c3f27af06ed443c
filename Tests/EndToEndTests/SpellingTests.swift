import TestSupport
import Testing

@testable import skdemo

/// The correction of a mistyped command.
@Suite struct SpellingTests {
  private static let names = ["buy", "status", "history", "restore", "store", "open"]

  @Test(arguments: [
    ("byu", "buy"), ("by", "buy"), ("bu", "buy"), ("buyy", "buy"), ("histroy", "history"),
    ("statsu", "status"), ("Status", "status"), ("restor", "restore"), ("stor", "store"),
  ])
  func `one or two mistakes are corrected`(typed: String, meant: String) {
    #expect(Spelling.nearest(to: typed, in: Self.names) == meant)
  }

  @Test(arguments: ["dance", "x", "purchase", ""])
  func `a word that is not similar to a command has no correction`(typed: String) {
    #expect(Spelling.nearest(to: typed, in: Self.names) == nil)
  }

  @Test(arguments: [
    (["byu"], "buy"), (["store", "advnace"], "advance"), (["setings"], "settings"),
  ])
  func `a mistyped command is answered with the right one`(
    arguments: [String], name: String
  ) async {
    let run = await CommandRun.inProcess(arguments)

    #expect(run.status == 2)
    #expect(run.errors.contains("did you mean '\(name)'?"))
  }
}
