import AppStorePayloads
import CrashScript
import DemoApp
import Foundation
import OpenStoreKit
import StoreAPI
import StoreEngine
import Testing

// What must hold, at whatever moment a run was killed.
extension CrashFixture {
  /// Immediately after a crash, every file is complete.
  func expectNoTornFile(_ device: String = "alpha", after end: String) throws {
    #expect(throws: Never.self, "\(end)") {
      try DeviceStore.open(folder.appending(path: device))
    }
    for name in ["fuel.json", "last-seen.json"] {
      let file = folder.appending(path: device).appending(path: name)
      guard let data = try? Data(contentsOf: file) else { continue }
      #expect(throws: Never.self, "\(name), \(end)") {
        try JSONSerialization.jsonObject(with: data)
      }
    }
  }

  /// Immediately after a crash, the tank contains all fuel that the store has recorded as
  /// delivered.
  func expectDelivered(
    _ state: StoredState, on devices: [String: Int64] = ["alpha": 1], after end: String
  ) {
    for (device, number) in devices {
      let tank = FuelTank(folder: folder.appending(path: device), account: "alice")
      for (fuel, delivered) in state.deliveredFuel(of: number) {
        #expect(tank.counts[fuel, default: 0] >= delivered, "\(end)")
      }
    }
  }

  /// After a completed launch, the device has everything that was charged, once, and nothing else.
  func expectConsistency(
    on devices: [String: Int64] = ["alpha": 1], _ reports: [String: CrashReport], after end: String
  ) async throws {
    let state = try await storedState()
    try expectEachOrderOnce(state, reports, after: end)
    for (device, number) in devices {
      let report = try #require(reports[device])
      #expect(report.fuel == state.fuel(of: number), "\(end)")
      #expect(Set(report.entitlements) == state.owned, "\(end)")
      #expect(report.unfinished == 0, "\(end)")
      #expect(try keptUnfinished(of: device).isEmpty, "offline, \(end)")
      #expect(try files(of: device).subtracting(Self.allowedFiles) == [], "\(end)")
    }
    #expect(state.transactions.filter { !$0.isFinished } == [], "\(end)")
  }

  /// The transactions that an offline launch would deliver.
  private func keptUnfinished(of device: String) throws -> [Any] {
    let data = try Data(contentsOf: folder.appending(path: device).appending(path: "device.json"))
    let record = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    return record?["unfinished"] as? [Any] ?? []
  }

  private func expectEachOrderOnce(
    _ state: StoredState, _ reports: [String: CrashReport], after end: String
  ) throws {
    let bought = state.charges.filter { $0.reason == .purchase }.map(\.id)
    #expect(bought.sorted() == state.paid.sorted(), "\(end)")
    #expect(state.outcomeCounts.values.allSatisfy { $0 == 1 }, "\(end)")
    for order in try sentOrders() {
      let outcome = state.orders[order.key] ?? nil
      for report in reports.values {
        let copy = try #require(report.lateCopies[order.key.description], "\(end)")
        #expect(copy == outcome?.transactionID.rawValue, "a late copy, \(end)")
      }
    }
  }

  /// The files that a device's folder may contain after any number of crashes.
  private static let allowedFiles: Set = [
    "device.json", "device.json.draft", "device.lock", "fuel.json", "fuel.json.draft",
    "fuel.json.lock", "intents.lock", "last-seen.json", "last-seen.json.draft", "orders",
    "sandboxReceipt", "sandboxReceipt.draft", "sandboxReceipt.lock",
  ]
}
