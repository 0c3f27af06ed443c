import Foundation
import StoreAPI

extension SheetPage {
  /// The question whether the time has passed by which the store's clock has jumped.
  init(_ jump: ClockJump, in timeZone: TimeZone) {
    self.init(
      title: "\(jump.days) days have passed", price: "",
      kind: "since this store was last used, by this machine's clock",
      facts: [
        Fact("It shows", jump.date.day(in: timeZone)),
        Fact("If that is right", "every plan renews or ends at its time until then"),
      ],
      note: "If it is wrong, set this machine's clock right: the store waits and sells nothing.",
      shortNote: "If it is wrong, set the clock right.",
      buttons: [Button("l", "Let them happen")], declineHint: "not now, the store waits",
      working: "Letting them happen",
      whatNext: ["l lets everything happen that was due meanwhile, each at its own time."])
  }
}
