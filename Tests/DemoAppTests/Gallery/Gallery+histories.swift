import TerminalUI

@testable import DemoApp

extension Gallery {
  /// The history of each length, with a filter and without.
  static func histories() async -> [Entry] {
    let history = await history(Sample.owner, Sample.history)
    let long = await self.history(Sample.owner, Sample.longHistory(1000, hasMore: true))
    return [
      Entry("history", "history", history), Entry("history", "second row", history.typing(.down)),
      Entry("history-filtered", "typing", history.typing("/car")),
      Entry("history-filtered", "filtered", history.typing("/car").typing(.enter)),
      Entry("history-filtered", "nothing found", history.typing("/submarine").typing(.enter)),
      Entry("history-empty", "history", await self.history(Sample.facts(), History([]))),
      Entry("history-asking", "history", await Sample.demo(Sample.owner).typing("h")),
      Entry("history-long", "end", long.typing(.end)),
      Entry(
        "history-refund-requests", "history",
        await self.history(Sample.owner, Sample.refundRequests)),
      Entry(
        "history-offline", "history",
        await self.history(Sample.owner.offline, Sample.keptHistory)),
    ]
  }

  private static func history(_ facts: StoreFacts, _ history: History) async -> Demo {
    await Sample.account(facts, history: history).typing("h")
  }
}
