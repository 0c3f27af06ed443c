import Foundation
import PrivateFiles
import TestSupport
import Testing

@testable import DemoApp

@Suite(.hangLimit) struct FuelTankTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func tank(_ account: String = "alice") -> FuelTank {
    FuelTank(folder: folder.url, account: account)
  }

  private func credits(_ ids: [UInt64], _ productID: String = .fuel87) -> [FuelTank.Credit] {
    ids.map {
      FuelTank.Credit(productID: productID, quantity: 1, transactionID: $0, purchaseDate: .fixture)
    }
  }

  @Test func `a transaction fills the tank once, however it arrives`() async throws {
    #expect(try await tank().credit(.fuel87, quantity: 3, transactionID: 7))
    #expect(try await !tank().credit(.fuel87, quantity: 3, transactionID: 7))

    #expect(tank().counts == [.fuel87: 3])
  }

  @Test func `accounts do not share their fuel`() async throws {
    try await tank().credit(.fuel87, quantity: 1, transactionID: 7)

    #expect(tank("bob").counts == [:])
    #expect(try await tank("bob").credit(.fuel87, quantity: 2, transactionID: 9))
    #expect(tank().counts == [.fuel87: 1])
  }

  @Test func `driving uses up what is there, and no more`() async throws {
    try await tank().credit(.fuel87, quantity: 1, transactionID: 7)

    #expect(try await tank().consume(.fuel87))
    #expect(try await !tank().consume(.fuel87))
    #expect(tank().counts == [.fuel87: 0])
  }

  @Test func `a copy of the app sees what another one has filled and used since it last read`()
    async throws
  {
    let (first, second) = (tank(), tank())
    try await first.credit(.fuel87, quantity: 1, transactionID: 7)
    try #require(second.counts == [.fuel87: 1])

    try await first.credit(.fuel87, quantity: 2, transactionID: 8)
    #expect(second.counts == [.fuel87: 3])
    #expect(try await !second.credit(.fuel87, quantity: 2, transactionID: 8))
    #expect(try await second.consume(.fuel87))
    #expect(first.counts == [.fuel87: 2])
  }

  @Test func `a damaged file is an empty tank, which can be filled`() async throws {
    try await tank().credit(.fuel87, quantity: 1, transactionID: 7)
    try Data("{".utf8).write(to: folder.url.appending(path: "fuel.json"))

    #expect(tank().counts == [:])
    #expect(try await tank().credit(.fuel87, quantity: 2, transactionID: 8))
    #expect(tank().counts == [.fuel87: 2])
  }

  @Test func `a purchase that waits for another copy of the app blocks no thread`() async throws {
    let tank = tank()

    try await expectFreeThread(whileHeld: folder.url.appending(path: "fuel.json.lock")) {
      try await tank.credit(.fuel87, quantity: 1, transactionID: 7)
    }

    #expect(tank.counts == [.fuel87: 1])
  }

  @Test func `the names in the file stay what they are`() async throws {
    try await tank().credit(.fuel87, quantity: 3, transactionID: 7)

    let file = try Data(contentsOf: folder.url.appending(path: "fuel.json"))
    let stored = try JSONSerialization.jsonObject(with: file) as? NSDictionary
    let purchases = ["7": ["consumable.fuel.octane87 1768996800.0"]]
    #expect(
      stored
        == ["alice": ["counts": [String.fuel87: 3], "credited": [7], "purchases": purchases]])

    try await tank().settle([7])
    let settled =
      try JSONSerialization.jsonObject(
        with: Data(contentsOf: folder.url.appending(path: "fuel.json"))) as? NSDictionary
    #expect(
      settled == [
        "alice": [
          "counts": [String.fuel87: 3], "credited": [Int](), "finished": [7],
          "purchases": purchases,
        ]
      ])
  }

  @Test func `a transaction stays credited after it was finished`() async throws {
    try await tank().credit(.fuel87, quantity: 3, transactionID: 7)
    #expect(tank().unsettled == [7])
    try await tank().settle([7, 8])

    #expect(tank().unsettled == [])
    #expect(try await !tank().credit(.fuel87, quantity: 3, transactionID: 7))
    #expect(tank().counts == [.fuel87: 3])
  }

  @Test func `fuel that is credited together is written once, each transaction once`() async throws
  {
    #expect(try await tank().credit(credits([1, 2, 1])) == [1, 2])
    #expect(tank().counts == [.fuel87: 2])
  }

  @Test func `the file does not grow with what was delivered`() async throws {
    let ids = (1...5_000).map { UInt64($0) }
    for batch in stride(from: 0, to: ids.count, by: 100).map({ Array(ids[$0..<($0 + 100)]) }) {
      _ = try await tank().credit(credits(batch))
      try await tank().settle(Set(batch))
    }

    #expect(tank().counts == [.fuel87: 5_000])
    let file = try Data(contentsOf: folder.url.appending(path: "fuel.json"))
    #expect(file.count < 100 * FuelTank.finishedLimit)
    #expect(try await !tank().credit(.fuel87, quantity: 1, transactionID: 5_000))
    #expect(tank().doubtful(credits([1, 4_000, 4_001, 5_000, 5_001])) == [1, 4_000])
  }

  @Test func `as long as nothing was forgotten nothing is in doubt`() async throws {
    #expect(tank().doubtful(credits([1, 2])).isEmpty)
    try await tank().credit(.fuel87, quantity: 1, transactionID: 7)
    try await tank().settle([7])
    #expect(tank().doubtful(credits([1, 7, 8])).isEmpty)
  }

  @Test func `a file of the first version is read, and its transactions can be settled`()
    async throws
  {
    let first = #"{"alice": {"counts": {"consumable.fuel.octane87": 3}, "credited": [7, 9]}}"#
    try Data(first.utf8).write(to: folder.url.appending(path: "fuel.json"))

    #expect(tank().counts == [.fuel87: 3])
    #expect(tank().unsettled == [7, 9])
    try await tank().settle([7, 9])
    #expect(tank().unsettled == [])
    #expect(try await !tank().credit(.fuel87, quantity: 1, transactionID: 9))
  }

  @Test(arguments: [false, true])
  func `an ID that comes again with another product or date is another purchase`(
    isFinished: Bool
  ) async throws {
    try await tank().credit(.fuel87, quantity: 1, transactionID: 7)
    if isFinished { try await tank().settle([7]) }

    let later = Date.fixture + 60
    #expect(try await tank().credit(.fuel87, quantity: 2, transactionID: 7, purchaseDate: later))
    #expect(try await tank().credit(.fuel89, quantity: 3, transactionID: 7))

    #expect(tank().counts == [.fuel87: 3, .fuel89: 3])
    #expect(tank().unsettled == [7])
    try await tank().settle([7])
    #expect(try await !tank().credit(.fuel87, quantity: 1, transactionID: 7))
    #expect(try await !tank().credit(.fuel87, quantity: 2, transactionID: 7, purchaseDate: later))
    #expect(try await !tank().credit(.fuel89, quantity: 3, transactionID: 7))
  }

  @Test func `an ID of a forgotten purchase that comes again is in doubt`() async throws {
    let ids = (1...UInt64(FuelTank.finishedLimit)).map { $0 }
    _ = try await tank().credit(credits(ids))
    try await tank().settle(Set(ids))
    _ = try await tank().credit(credits([1], .fuel89))
    try await tank().settle([1])

    #expect(tank().doubtful(credits([1], .fuel89)).isEmpty)
    _ = try await tank().credit(credits([2_000]))
    try await tank().settle([2_000])
    #expect(tank().doubtful(credits([2], .fuel89)) == [2])
  }

  @Test func `two copies of the app that fill at once lose nothing`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...40 {
        group.addTask {
          try await tank().credit(
            .fuel87, quantity: 1, transactionID: UInt64(number), purchaseDate: .fixture)
        }
      }
      try await group.waitForAll()
    }

    #expect(tank().counts == [.fuel87: 40])
  }

  @Test(arguments: [Int.max, -1, .min])
  func `an impossible count is lost, and the fuel of another account stays`(count: Int) async throws
  {
    let file = folder.url.appending(path: "fuel.json")
    let json = #"""
      {"alice": {"counts": {"\#(String.fuel87)": \#(count)}, "credited": []},
      "bob": {"counts": {"\#(String.fuel87)": 5}, "credited": [3]}}
      """#
    try Data(json.utf8).write(to: file)

    try await tank().credit(.fuel87, quantity: 10, transactionID: 7)

    #expect(tank().counts == [.fuel87: 10])
    #expect(tank("bob").counts == [.fuel87: 5])
  }
}

extension FuelTank {
  /// Adds the fuel of one transaction; returns false if it had been credited before.
  @discardableResult
  func credit(
    _ productID: String, quantity: Int, transactionID: UInt64, purchaseDate: Date = .fixture
  ) async throws -> Bool {
    let credit = Credit(
      productID: productID, quantity: quantity, transactionID: transactionID,
      purchaseDate: purchaseDate)
    return try await !self.credit([credit]).isEmpty
  }
}
