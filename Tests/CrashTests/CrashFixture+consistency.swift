import CrashScript
import DemoApp
import Foundation
import OpenStoreKit
import StoreAPI
import StoreEngine
import Testing

// What must be in order, whenever a run was killed.
extension CrashFixture {
  /// Right after a crash: every file is the old one or the new one.
  func expectNothingTorn(_ device: String = "alpha", after end: String) throws {
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

  /// Right after a crash: what the store takes for delivered is in the tank.
  func expectDelivered(
    _ books: StoredState, on devices: [String: Int64] = ["alpha": 1], after end: String
  ) {
    for (device, number) in devices {
      let tank = FuelTank(folder: folder.appending(path: device), account: "alice")
      for (fuel, delivered) in books.deliveredFuel(of: number) {
        #expect(tank.counts[fuel, default: 0] >= delivered, "\(end)")
      }
    }
  }

  /// After a launch that lived: what was charged is there, once, and nothing else is.
  func expectOrder(
    on devices: [String: Int64] = ["alpha": 1], _ reports: [String: CrashReport], after end: String
  ) async throws {
    let books = try await books()
    try expectEachOrderOnce(books, reports, after: end)
    for (device, number) in devices {
      let report = try #require(reports[device])
      #expect(report.fuel == books.fuel(of: number), "\(end)")
      #expect(Set(report.entitlements) == books.owned, "\(end)")
      #expect(report.unfinished == 0, "\(end)")
      #expect(try files(of: device).subtracting(Self.files) == [], "\(end)")
    }
    #expect(books.transactions.filter { !$0.isFinished } == [], "\(end)")
  }

  private func expectEachOrderOnce(
    _ books: StoredState, _ reports: [String: CrashReport], after end: String
  ) throws {
    let bought = books.charges.filter { $0.reason == .purchase }.map(\.id)
    #expect(bought.sorted() == books.paid.sorted(), "\(end)")
    #expect(books.endings.values.allSatisfy { $0 == 1 }, "\(end)")
    for order in try sentOrders() {
      let outcome = books.orders[order.key] ?? nil
      for report in reports.values {
        let copy = try #require(report.lateCopies[order.key.description], "\(end)")
        #expect(copy == outcome?.transactionID.rawValue, "a late copy, \(end)")
      }
    }
  }

  /// All that may be in a device's folder, however often runs were killed.
  private static let files: Set = [
    "device.json", "device.json.draft", "device.lock", "fuel.json", "fuel.json.draft",
    "fuel.json.lock", "last-seen.json", "last-seen.json.draft", "orders",
  ]
}
