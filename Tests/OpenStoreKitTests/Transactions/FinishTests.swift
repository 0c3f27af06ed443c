import AppStorePayloads
import StoreAPI
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.hangLimit) struct FinishTests {
  private static let fuel = "consumable.fuel.octane87"

  @Test func `transactions that are finished at the same time share requests`() async throws {
    let alice = try await Customer.onNewDevice()
    try await alice.buyFuelOutside(40)
    let cans = await alice.unfinishedTransactions().map(\.unsafePayloadValue)
    alice.line.countAnew()

    await withTaskGroup(of: Void.self) { group in
      for can in cans { group.addTask { await can.finish() } }
    }

    #expect(cans.count == 40)
    #expect(await alice.unfinished().isEmpty)
    let requests = alice.line.questions.filter { $0 == "finish" }.count
    #expect((1..<40).contains(requests), "\(requests)")
  }

  @Test func `a batch is finished by one request, and its answer is awaited`() async throws {
    let alice = try await Customer.onNewDevice()
    try await alice.buyFuelOutside(100)
    let cans = await alice.unfinishedTransactions().map(\.unsafePayloadValue.id)
    alice.line.countAnew()

    let finished = await alice.session.finish(cans)

    #expect(alice.line.questions == ["finish"])
    #expect(finished == Set(cans))
    #expect(await alice.unfinished().isEmpty)
  }

  @Test func `more transactions than a request has are finished by several, and all are awaited`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    try await alice.buyFuelOutside(101)
    let cans = await alice.unfinishedTransactions().map(\.unsafePayloadValue.id)
    alice.line.countAnew()

    let finished = await alice.session.finish(cans + cans)

    #expect(alice.line.questions == ["finish", "finish"])
    #expect(finished == Set(cans))
    #expect(await alice.session.finish([]).isEmpty)
  }

  @Test func `an unknown transaction does not keep the others unfinished`() async throws {
    let alice = try await Customer.onNewDevice()
    try await alice.buyFuelOutside(2)
    let cans = await alice.unfinishedTransactions().map(\.unsafePayloadValue.id)

    let answered = await alice.session.finish(cans + [9_000_000_001])

    #expect(answered == Set(cans + [9_000_000_001]), "the store delivers none of them again")
    #expect(await alice.unfinished().isEmpty)
    #expect(
      alice.recorder.diagnostics == [
        .failed(
          doing: "finishing transaction 9000000001",
          reason:
            "\(StoreError.unknownTransaction(transactionID: TransactionID(rawValue: 9_000_000_001)))"
        )
      ])
  }

  @Test func `what could not be finished offline comes again`() async throws {
    let alice = try await Customer.onNewDevice()
    let can = try await alice.buy(Self.fuel).transaction()
    alice.line.condition = .cut
    await can.finish()
    #expect(
      alice.recorder.diagnostics.contains {
        if case .failed("finishing transaction \(can.id)", _) = $0 { true } else { false }
      })
    alice.line.condition = .good

    var updates = try await alice.again().listen()

    #expect(await updates.next()?.unsafePayloadValue == can)
  }

  @Test func `what the store did not answer is not finished, and the device keeps it`() async throws
  {
    let alice = try await Customer.onNewDevice()
    let can = try await alice.buy(Self.fuel).transaction()
    alice.line.condition = .cut

    #expect(await alice.session.finish([can.id]).isEmpty)

    #expect(try alice.record().unfinished?.map(\.id.rawValue) == [can.id])
    #expect(await alice.unfinished() == [Self.fuel])
  }
}
