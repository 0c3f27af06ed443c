import StoreAPI

// Paid goods must not be lost with the device that was to deliver them.
extension DeviceBackend {
  /// Lets this device deliver what a removed one cannot any more, unless another was quicker.
  func takeOver(_ lost: LedgerTransaction, _ visit: Visit) async throws(StoreFault) {
    do throws(StoreFault) {
      try await entrust(lost, visit)
    } catch .unauthorized {
      // A reset took the customer away meanwhile, and with them what was lost.
    }
  }

  private func entrust(_ lost: LedgerTransaction, _ visit: Visit) async throws(StoreFault) {
    try await engine.ledgers.transact(
      visit.device.customer, needs: LedgerNeeds(transaction: lost.id)
    ) { [engine, instance] ledger, settings in
      let now = settings.now(wall: engine.wallClock())
      var draft = LedgerDraft(ledger)
      let events = ledger.entrust(lost.id, of: lost.device, to: visit.device.number)
      draft.record(events, at: now, by: instance)
      return Decision(draft.changes, at: now, value: ())
    }
  }
}

extension Visit {
  func storedHoldings() async throws(StoreFault) -> StoredHoldings {
    try await engine.ledgers.holdings(of: device.customer, device: device.number)
  }
}
