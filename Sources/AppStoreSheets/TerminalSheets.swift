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
    let open = await open(await SheetPage(sheet, in: timeZone))
    guard await answer(open) != nil else {
      await open.handle.pop()
      return false
    }
    working[sheet.id] = open
    return true
  }

  package func finish(_ sheet: PurchaseSheet, with ending: PurchaseSheet.Ending) async {
    if case .failed(let reason) = ending {
      await finish(sheet.id, failure: reason)
    } else {
      await finish(sheet.id, failure: nil)
    }
  }

  package func choose(in sheet: SubscriptionSheet) async -> SubscriptionSheet.Action? {
    let open = await open(SheetPage(sheet, in: timeZone))
    guard let button = await answer(open) else {
      await open.handle.pop()
      return nil
    }
    working[sheet.id] = open
    return sheet.actions[button]
  }

  package func finish(_ sheet: SubscriptionSheet, failure: String?) async {
    await finish(sheet.id, failure: failure)
  }

  package func choose(in sheet: RefundSheet) async -> RefundSheet.Choice? {
    let open = await open(SheetPage(sheet))
    guard let button = await answer(open) else {
      await open.handle.pop()
      return nil
    }
    let reason = sheet.reasons[button]
    guard reason == .other else {
      working[sheet.id] = open
      return RefundSheet.Choice(reason)
    }
    await open.handle.pop()
    return await explain(sheet)
  }

  /// Asks for the reason in words.
  private func explain(_ sheet: RefundSheet) async -> RefundSheet.Choice? {
    let open = await open(SheetPage(explaining: sheet))
    guard let text = await entry(open) else {
      await open.handle.pop()
      return nil
    }
    working[sheet.id] = open
    return RefundSheet.Choice(.other, text: text)
  }

  package func finish(_ sheet: RefundSheet, failure: String?) async {
    await finish(sheet.id, failure: failure)
  }

  package func choose(in sheet: ReviewSheet) async -> Int? {
    let open = await open(SheetPage(sheet))
    let button = await answer(open)
    await open.handle.pop()
    return button.map { $0 + 1 }
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

  package func choose(in page: AppStorePage) async -> Product? {
    let open = await open(SheetPage(page))
    let button = await answer(open)
    await open.handle.pop()
    return button.map { page.products[$0] }
  }

  /// Asks whether a jump of the store's clock may happen, and accepts it with `accept`.
  ///
  /// A failure stays until the customer closes it.
  package func ask(about jump: ClockJump, accepting accept: () async throws -> Void) async {
    let open = await open(SheetPage(jump, in: timeZone))
    guard await answer(open) != nil else { return await open.handle.pop() }
    let id = UUID()
    working[id] = open
    do {
      try await accept()
      await finish(id, failure: nil)
    } catch {
      let words = (error as? StoreError)?.sentence(in: timeZone) ?? error.sentence
      await finish(id, failure: words)
    }
  }

  package func offerCode(account: String, failure: String?) async -> String? {
    let open = await open(SheetPage(redeemingFor: account, failure: failure))
    let code = await entry(open)
    await open.handle.pop()
    return code
  }

  package func authenticate(account: String) async -> Bool {
    let open = await open(SheetPage(authenticating: account))
    let isAgreed = await answer(open) != nil
    await open.handle.pop()
    return isAgreed
  }

  private func open(_ page: SheetPage) async -> Open {
    let (effects, continuation) = AsyncStream<SheetLayer.Effect>.makeStream()
    let handle = await program.push(SheetLayer(page: page)) { effect, handle in
      if effect == .close { await handle.pop() }
      continuation.yield(effect)
    }
    return Open(handle: handle, effects: effects)
  }

  /// The button that the customer chose; a cancelled task has none, which declines.
  private func answer(_ open: Open) async -> Int? {
    for await effect in open.effects {
      if case .answer(let button) = effect { return button }
    }
    return nil
  }

  /// The text that the customer typed; a cancelled task has none.
  private func entry(_ open: Open) async -> String? {
    for await effect in open.effects {
      switch effect {
      case .entered(let text): return text
      case .answer, .close: return nil
      }
    }
    return nil
  }
}
