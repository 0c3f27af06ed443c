import AppStorePrompts
package import Foundation
package import OpenStoreKit
package import StoreAPI
package import TerminalUI

/// The App Store's sheets on the screen of a program, over whatever the app shows.
///
/// A successful purchase closes its sheet at once, and the app reports it. A failure stays until
/// the customer closes it, because not every app reports failures. If the customer leaves during
/// the payment, the sheet does not come back with its result.
package actor TerminalSheets: Sheets {
  private struct Open {
    let handle: LayerHandle<SheetLayer>
    let effects: AsyncStream<SheetLayer.Effect>

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
  /// The sheets in which the customer has chosen, until the choice has been carried out.
  private var working: [UUID: Open] = [:]

  /// - Parameters:
  ///   - program: The program on whose screen the sheets are shown.
  ///   - timeZone: The customer's time zone, for the days that the sheets name.
  package init(program: Program, timeZone: TimeZone = .gmt) {
    self.program = program
    self.timeZone = timeZone
  }

  package func confirm(_ sheet: PurchaseSheet) async -> Bool {
    let page = await SheetPage(sheet, in: timeZone)
    return await ask(page, keptAs: sheet.id) { await $0.button } != nil
  }

  package func finish(_ sheet: PurchaseSheet, with ending: PurchaseSheet.Ending) async {
    let failure: String? = if case .failed(let reason) = ending { reason } else { nil }
    await finish(sheet.id, failure: failure)
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

  package func choose(in sheet: ReviewSheet) async -> Int? {
    await ask(SheetPage(sheet)) { await $0.button }.map { $0 + 1 }
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
    let handle = await program.push(SheetLayer(page: page)) { effect, handle in
      if effect == .close { await handle.pop() }
      continuation.yield(effect)
    }
    return Open(handle: handle, effects: effects)
  }

  /// Closes a sheet, after the customer has read why it failed.
  private func finish(_ id: UUID, failure: String?) async {
    guard let open = working.removeValue(forKey: id) else { return }
    if let failure {
      open.handle.flushInput()
      open.handle.send(.failed(failure))
      for await effect in open.effects where effect == .close { break }
    }
    await open.handle.pop()
  }
}
