package import Foundation
package import StoreAPI

extension SheetPage {
  /// Asks whether the time by which the store's clock jumped has really passed.
  package init(_ jump: ClockJump, in timeZone: TimeZone) {
    self.init(
      title: "\(jump.days) days have passed",
      kind: "since this store was last used, by this machine's clock",
      facts: [
        Fact("It shows", jump.date.day(in: timeZone)),
        Fact("If that is right", "every renewal and end until then happens at its own time"),
      ],
      note: "If it is wrong, correct this machine's clock. Until then the store sells nothing.",
      shortNote: "If it is wrong, correct the clock.",
      buttons: [Button("l", "It is right")], declineHint: "not now, the store waits",
      working: "Catching up",
      whatNext: ["l accepts the date: everything due happens, each at its own time."])
  }
}
