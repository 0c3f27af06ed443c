import Testing

/// Laws that hold for every history.
///
/// A violation is reported with its seed and the shortest history that shows it.
/// `LEDGER_HISTORIES` sets the number of histories; the default is 2 000.
@Suite struct LedgerLawTests {
  @Test func `the ledger answers and charges as the naive store does`() async {
    await Histories.check(.naiveStore)
  }

  @Test func `6: settling in steps is settling once`() async {
    await Histories.check(.settlingInSteps)
  }

  @Test func `an event modifies exactly the transactions whose signed payloads it changes`() async {
    await Histories.check(.modifications)
  }

  @Test func `replaying the events gives the same state`() async {
    await Histories.check(.replaying)
  }

  @Test func `8: transaction IDs only grow, and dates never go back`() async {
    await Histories.check(.growingIDs)
  }

  @Test func `nothing is charged twice`() async {
    await Histories.check(.chargedOnce)
  }

  @Test func `each order is charged at most once, and every other charge is a renewal`() async {
    await Histories.check(.oneChargeForEachOrder)
  }

  @Test func `1: a group has at most one active subscription of one's own`() async {
    await Histories.check(.oneActiveSubscription)
  }

  @Test func `current entitlements are exactly what StoreKit documents`() async {
    await Histories.check(.entitlements)
  }

  @Test func `2: periods follow each other without overlap`() async {
    await Histories.check(.periodsDoNotOverlap)
  }

  @Test func `7: a group uses one introductory offer, unless the app's server allows another`()
    async
  {
    await Histories.check(.oneIntroductoryOffer)
  }

  @Test func `money charged is money kept and money given back, in each currency`() async {
    await Histories.check(.money)
  }

  @Test
  func `9: a revoked transaction is refunded in full, an upgraded one at most in full, others not`()
    async
  {
    await Histories.check(.refunds)
  }

  @Test
  func `5, 9: a subscription agrees with its last transaction, and only an active one is due`()
    async
  {
    await Histories.check(.lastTransaction)
  }

  @Test func `a car is owned exactly while it has a transaction that is not revoked`() async {
    await Histories.check(.ownedCars)
  }

  @Test func `retry never outlives 60 days at its time rate`() async {
    await Histories.check(.retryEnds)
  }

  @Test func `grace never outlives its days, which are at most 6 for a weekly plan`() async {
    await Histories.check(.graceEnds)
  }

  @Test func `an order is charged what was quoted`() async {
    await Histories.check(.quotes)
  }

  @Test func `every law is tested`() {
    #expect(Set(Law.all.map(\.name)).count == Law.all.count)
    #expect(Law.all.count == 18)
  }

  @Test func `the histories contain every kind of event that the laws check`() async {
    let missing = PerformedHistory.expectedKinds.subtracting(await Histories.findings.value.kinds)
    #expect(missing.isEmpty)
  }
}
