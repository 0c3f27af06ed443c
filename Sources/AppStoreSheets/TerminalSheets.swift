import Foundation
package import OpenStoreKit
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
  private var paying: [UUID: Open] = [:]

  /// - Parameter program: On whose screen the sheets are shown.
  package init(program: Program) {
    self.program = program
  }

  package func confirm(_ sheet: PurchaseSheet) async -> Bool {
    let open = await open(await SheetPage(sheet))
    guard await isAgreed(open) else {
      await open.handle.pop()
      return false
    }
    paying[sheet.id] = open
    return true
  }

  package func finish(_ sheet: PurchaseSheet, with ending: PurchaseSheet.Ending) async {
    guard let open = paying.removeValue(forKey: sheet.id) else { return }
    if case .failed(let reason) = ending {
      open.handle.flushInput()
      open.handle.send(.failed(reason))
      for await effect in open.effects where effect == .close { break }
    }
    await open.handle.pop()
  }

  package func authenticate(account: String) async -> Bool {
    let open = await open(SheetPage(authenticating: account))
    let isAgreed = await isAgreed(open)
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

  /// The answer; a cancelled task has none, which declines.
  private func isAgreed(_ open: Open) async -> Bool {
    for await effect in open.effects {
      if case .answer(let isAgreed) = effect { return isAgreed }
    }
    return false
  }
}
