import AppStorePayloads
import StoreEngine
import TestSupport
import Testing

@Suite(.hangLimit) struct OperatorTests {
  @Test func `of ten refunds of one car at once one succeeds`() async throws {
    let fixture = try await StoreFixture.make()
    let (alpha, _) = try await fixture.device("alpha")
    let id = try await alpha.buy("nonconsumable.car").transaction().transactionId
    let engines = [fixture.engine, try await fixture.another()]

    let refunds = await withTaskGroup(of: Bool.self) { group in
      for round in 0..<10 {
        group.addTask { (try? await engines[round % 2].refund(id)) != nil }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }

    #expect(refunds == 1)
  }
}
