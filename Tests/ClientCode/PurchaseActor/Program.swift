import OpenStoreKit

/// An app that is connected before it makes its purchase service.
package enum PurchaseActorProgram {
  package static func run(buying id: String, connecting connect: @Sendable () async throws -> Void)
    async throws
  {
    try await connect()
    let service = PurchaseService(account: UUID())
    await service.start()
    try await service.load([id])
    switch await service.buy(id) {
    case .success: print("sold")
    case .userCancelled: print("cancelled")
    case .pending: print("pending")
    case nil: print("not sold")
    }
    await service.stop()
  }
}
