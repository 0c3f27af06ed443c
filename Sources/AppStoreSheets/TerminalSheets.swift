import AppStorePrompts
package import Foundation
package import OpenStoreKit
package import StoreAPI
package import TerminalUI

/// The App Store's sheets on the screen of a program, over whatever the app shows.
///
/// After a purchase the sheet shows what the customer has now, until a key closes it; the app has the
/// transaction already. A failure stays until the customer closes it, because not every app reports
/// failures. If the customer leaves during the payment, the sheet does not come back with its result.
package actor TerminalSheets: Sheets {
  private struct Open {
    let handle: LayerHandle<SheetLayer>
    let effects: AsyncStream<SheetLayer.Effect>

    /// Returns when the customer has closed the sheet, or the task is cancelled.
    func waitUntilClosed() async {
      for await effect in effects {
        if case .close = effect { break }
      }
    }

    /// The button that the customer chose.
    ///
    /// `nil` if the customer declined or the task was cancelled.
    var button: Int? {
      get async {
        for await case .answer(let button) in effects { return button }
        return nil
      }
    }

    /// The text that the customer typed; `nil` if the customer declined or the task was cancelled.
    var text: String? {
      get async {
        guard case .entered(let text) = await effects.first(where: { _ in true }) else {
          return nil
        }
        return text
      }
    }
  }

  private let program: Program
  private let timeZone: TimeZone
  private let reducesMotion: Bool
  private let pause: @Sendable (Duration) async -> Void
  private var app = SheetApp()
  /// The sheets in which the customer has chosen, until the choice has been carried out.
  private var working: [UUID: Open] = [:]
  /// The last sheet that showed a purchase.
  ///
  /// It may still be open.
  private var purchased: Open?

  /// - Parameters:
  ///   - program: The program on whose screen the sheets are shown.
  ///   - timeZone: The customer's time zone, for the days that the sheets name.
  ///   - reducesMotion: Whether pictures are at their places at once.
  ///   - pause: Waits before the next step of a picture that moves.
  package init(
    program: Program, timeZone: TimeZone = .gmt, reducesMotion: Bool = false,
    pause: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
  ) {
    self.program = program
    self.timeZone = timeZone
    self.reducesMotion = reducesMotion
    self.pause = pause
  }

  /// Names the app that sells, and gives its pictures to the sheets that open from now on.
  package func show(_ app: SheetApp) { self.app = app }

  package func confirm(_ sheet: PurchaseSheet) async -> Bool {
    let page = await SheetPage(sheet, picture: app.picture(sheet.product), in: timeZone)
    return await ask(page, keptAs: sheet.id) { await $0.button } != nil
  }

  package func finish(_ sheet: PurchaseSheet, with ending: PurchaseSheet.Ending) async {
    switch ending {
    case .purchased(let transactionID): showPurchase(transactionID, in: sheet)
    case .failed(let reason): await finish(sheet.id, failure: reason)
    case .pending, .alreadyOwned, .scheduled, .codeFailed: await finish(sheet.id, failure: nil)
    }
  }

  package func choose(in sheet: SubscriptionSheet) async -> SubscriptionSheet.Action? {
    await ask(SheetPage(sheet, in: timeZone), keptAs: sheet.id) { await $0.button }
      .map { sheet.actions[$0] }
  }

  package func finish(_ sheet: SubscriptionSheet, failure: String?) async {
    await finish(sheet.id, failure: failure)
  }

  package func choose(in sheet: RefundSheet) async -> RefundSheet.Choice? {
    guard let button = await ask(SheetPage(sheet), keptAs: sheet.id, { await $0.button }) else {
      return nil
    }
    let reason = sheet.reasons[button]
    guard reason == .other else { return RefundSheet.Choice(reason) }
    await finish(sheet.id, failure: nil)
    return await ask(SheetPage(explaining: sheet), keptAs: sheet.id) { await $0.text }
      .map { RefundSheet.Choice(.other, text: $0) }
  }

  package func finish(_ sheet: RefundSheet, failure: String?) async {
    await finish(sheet.id, failure: failure)
  }

  /// Asks after the customer has closed the sheet of their purchase.
  package func choose(in sheet: ReviewSheet) async -> Int? {
    await purchased?.waitUntilClosed()
    guard !Task.isCancelled else { return nil }
    return await ask(SheetPage(sheet, app: app.name)) { await $0.button }.map { $0 + 1 }
  }

  package func choose(in page: AppStorePage) async -> Product? {
    await ask(SheetPage(page)) { await $0.button }.map { page.products[$0] }
  }

  /// Asks whether a jump of the store's clock may happen, and accepts it with `accept`.
  ///
  /// A failure stays until the customer closes it.
  package func ask(about jump: ClockJump, accepting accept: () async throws -> Void) async {
    let id = UUID()
    let page = SheetPage(jump, in: timeZone)
    guard await ask(page, keptAs: id, { await $0.button }) != nil else { return }
    do {
      try await accept()
      await finish(id, failure: nil)
    } catch {
      let words = (error as? StoreError)?.sentence(in: timeZone) ?? error.sentence
      await finish(id, failure: words)
    }
  }

  package func offerCode(account: String, failure: String?) async -> String? {
    await ask(SheetPage(redeemingFor: account, failure: failure)) { await $0.text }
  }

  package func authenticate(account: String) async -> Bool {
    await ask(SheetPage(authenticating: account)) { await $0.button } != nil
  }

  /// Shows a sheet until the customer answers it.
  ///
  /// A declined sheet closes at once. Another one with an `id` stays open until
  /// `finish(_:failure:)`.
  private func ask<Answer: Sendable>(
    _ page: SheetPage, keptAs id: UUID? = nil, _ answer: (Open) async -> Answer?
  ) async -> Answer? {
    let open = await open(page)
    let answer = await answer(open)
    if let id, answer != nil { working[id] = open } else { await open.handle.pop() }
    return answer
  }

  private func open(_ page: SheetPage) async -> Open {
    let (effects, continuation) = AsyncStream<SheetLayer.Effect>.makeStream()
    let handle = await program.push(SheetLayer(page: page)) { [pause] effect, handle in
      switch effect {
      case .answer, .entered: break
      case .pause:
        await pause(PurchaseConfirmation.pause)
        handle.send(.step)
      case .close(let key): await handle.pop(passing: key)
      }
      continuation.yield(effect)
      // Later requests must not wait for a sheet that is already closed.
      if case .close = effect { continuation.finish() }
    }
    return Open(handle: handle, effects: effects)
  }

  /// Shows a purchase on its sheet until a key closes it.
  ///
  /// A key that was typed before it is shown does not close it.
  private func showPurchase(_ transactionID: UInt64, in sheet: PurchaseSheet) {
    guard let open = working.removeValue(forKey: sheet.id) else { return }
    let confirmation = PurchaseConfirmation(
      app.confirmation(of: sheet), transactionID: transactionID, isAnimated: !reducesMotion)
    open.handle.sendDiscardingInput(.purchased(confirmation))
    purchased = open
  }

  /// Closes a sheet, after the customer has read why it failed.
  private func finish(_ id: UUID, failure: String?) async {
    guard let open = working.removeValue(forKey: id) else { return }
    if let failure {
      open.handle.sendDiscardingInput(.failed(failure))
      await open.waitUntilClosed()
    }
    await open.handle.pop()
  }
}
