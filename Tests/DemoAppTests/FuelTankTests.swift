import DemoApp
import Foundation
import Testing

@Suite final class FuelTankTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "tank-\(UUID())")
  private let fuel = "consumable.fuel.octane87"

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func tank(_ account: String = "alice") -> FuelTank {
    FuelTank(folder: folder, account: account)
  }

  @Test func `a new tank is empty`() {
    #expect(tank().counts == [:])
  }

  @Test func `a transaction fills the tank once, however it arrives`() throws {
    #expect(try tank().credit(fuel, quantity: 3, transactionID: 7))
    #expect(try !tank().credit(fuel, quantity: 3, transactionID: 7))

    #expect(tank().counts == [fuel: 3])
  }

  @Test func `two transactions add up`() throws {
    try tank().credit(fuel, quantity: 3, transactionID: 7)
    try tank().credit(fuel, quantity: 1, transactionID: 8)

    #expect(tank().counts == [fuel: 4])
  }

  @Test func `accounts do not share their fuel`() throws {
    try tank().credit(fuel, quantity: 1, transactionID: 7)

    #expect(tank("bob").counts == [:])
    #expect(try tank("bob").credit(fuel, quantity: 2, transactionID: 9))
    #expect(tank().counts == [fuel: 1])
  }

  @Test func `driving uses up what is there, and no more`() throws {
    try tank().credit(fuel, quantity: 1, transactionID: 7)

    #expect(try tank().burn(fuel))
    #expect(try !tank().burn(fuel))
    #expect(tank().counts == [fuel: 0])
  }

  @Test func `a damaged file is an empty tank and not the end`() throws {
    try tank().credit(fuel, quantity: 1, transactionID: 7)
    try Data("{".utf8).write(to: folder.appending(path: "fuel.json"))

    #expect(tank().counts == [:])
    #expect(try tank().credit(fuel, quantity: 2, transactionID: 8))
    #expect(tank().counts == [fuel: 2])
  }

  @Test func `two copies of the app that fill at once lose nothing`() async throws {
    let (folder, fuel) = (folder, fuel)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...40 {
        group.addTask {
          try FuelTank(folder: folder, account: "alice")
            .credit(fuel, quantity: 1, transactionID: UInt64(number))
        }
      }
      try await group.waitForAll()
    }

    #expect(tank().counts == [fuel: 40])
  }
}
