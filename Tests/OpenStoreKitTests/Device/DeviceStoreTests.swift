import AppStorePayloads
import Foundation
import PrivateFiles
import StoreAPI
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite struct DeviceStoreTests {
  private func file(_ device: DeviceStore) -> URL { device.folder.appending(path: "device.json") }

  @Test func `a device is found again as it was registered`() throws {
    let sample = try SampleDevice()
    let found = try DeviceStore.open(sample.folder.url)
    #expect(found.account == "alice")
    #expect(found.name == "alpha")
    #expect(found.token == "token")
    #expect(found.environment == .sandbox, "a store of an earlier version names none")
    #expect(try found.read() == sample.device.read())
  }

  @Test func `only its owner can read a device's file`() throws {
    let sample = try SampleDevice()
    let attributes = try FileManager.default.attributesOfItem(atPath: file(sample.device).path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `a folder without a device says that it has none`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: DeviceStoreError.missing(folder.url)) { try DeviceStore.open(folder.url) }
  }

  @Test(arguments: ["", "{", "{}", "null", "\u{0}"])
  func `a damaged file is an error that names it`(text: String) throws {
    let sample = try SampleDevice()
    let file = file(sample.device)
    try Data(text.utf8).write(to: file)
    #expect(throws: DeviceStoreError.damaged(file, reason: "it is not a device's record")) {
      try DeviceStore.open(sample.folder.url)
    }
    #expect(throws: DeviceStoreError.damaged(file, reason: "it is not a device's record")) {
      try sample.device.update { $0.cursor = 1 }
    }
    #expect(try Data(contentsOf: file) == Data(text.utf8), "nothing is written over it")
  }

  @Test func `a file of a later version is not misread`() throws {
    let sample = try SampleDevice()
    try sample.device.update { $0.version = DeviceRecord.currentVersion + 1 }
    #expect(throws: DeviceStoreError.newer(file(sample.device), version: 3)) {
      try DeviceStore.open(sample.folder.url)
    }
  }

  @Test func `two copies of the app lose nothing of each other`() async throws {
    let sample = try SampleDevice()
    let other = try DeviceStore.open(sample.folder.url)
    await withTaskGroup { group in
      for device in [sample.device, other] {
        group.addTask {
          for _ in 0..<50 { try? device.update { $0.cursor = ($0.cursor ?? 0) + 1 } }
        }
      }
    }
    #expect(try sample.device.read().cursor == 100)
    let names = try FileManager.default.contentsOfDirectory(atPath: sample.folder.url.path)
    #expect(names.sorted() == ["device.json", "device.lock"], "no draft stays behind")
  }

  @Test(arguments: [
    DeviceChange.purchases(), .purchases(after: .fuel), .purchase(.fuel), .newest,
    .waiting(OwnPurchase.fuel.key), .settled(OwnPurchase.fuel.key),
  ])
  func `what another copy of the app has finished stays finished when this one writes`(
    change: DeviceChange
  ) throws {
    let sample = try SampleDevice()
    let other = try DeviceStore.open(sample.folder.url)
    let car = try sample.sign(.sample(2))
    try sample.hold(latest: [], unfinished: [car])
    var customer = CustomerState(
      clock: SessionClock(answered: .sample(), readAt: .zero), known: KnownPurchases(),
      kept: [TransactionPayload.sample(2).identity])
    customer.keepUnfinished(.fuel)

    try other.update {
      $0.apply(.finished([TransactionID(rawValue: 2)]), of: customer, heardAt: .fixture)
    }
    try sample.device.update { $0.apply(change, of: customer, heardAt: .fixture) }

    let kept = try DeviceStore.open(sample.folder.url).read().unfinished ?? []
    #expect(!kept.map(\.id.rawValue).contains(2))
  }

  @Test func `an answer that came late never takes the place of a later one`() throws {
    let sample = try SampleDevice()
    var record = try sample.device.read()
    func answer(_ sequence: Int64, epoch: Int = 1, after seconds: Double = 0) -> Answer<
      CustomerPurchases
    > {
      var time = record.time
      time.epoch = epoch
      time.now += seconds
      return Answer(.sample(sequence), at: time)
    }
    for late in [answer(5), answer(4, after: 90), answer(9, epoch: 0)] {
      record.take(late.value, cursor: nil, late.time, heardAt: .fixture)
      #expect(record.purchases?.sequence == 5)
    }
    let heard = record.time.now
    let soon = answer(5, after: 60)
    record.take(soon.value, cursor: nil, soon.time, heardAt: .fixture)
    #expect(record.time.now == heard)
    let later = answer(5, after: 61)
    record.take(later.value, cursor: nil, later.time, heardAt: .fixture)
    #expect(record.time.now == heard + 61)
  }

  @Test func `after a backup was restored the kept copy goes back`() throws {
    let sample = try SampleDevice()
    var record = try sample.device.read()
    let time = record.time
    record.take(.sample(50), cursor: 50, time, heardAt: .fixture)

    record.take(.sample(30), cursor: 30, time, heardAt: .fixture, wentBack: true)
    #expect(record.purchases?.sequence == 30)
    #expect(record.cursor == 30)
  }

  @Test(arguments: [1, 3])
  func `any other epoch voids what the device keeps, except its orders`(epoch: Int) throws {
    let sample = try SampleDevice()
    var record = try sample.device.read()
    var time = record.time
    time.epoch = 2
    record.begin(epochOf: time, heardAt: .fixture)
    record.take(.sample(50), cursor: 50, time, heardAt: .fixture)
    record.orders = [OpenOrder(key: OrderKey(UUID()), productID: "nonconsumable.car")]
    record.unfinished = [KeptTransaction(id: TransactionID(rawValue: 7), jws: "token")]
    record.appTransaction = "token"

    record.begin(epochOf: time, heardAt: .fixture)
    #expect(record.purchases != nil, "another copy of the app has begun this epoch since")
    time.epoch = epoch
    record.begin(epochOf: time, heardAt: .fixture)
    #expect(record.purchases == nil && record.cursor == nil)
    #expect(record.unfinished == nil && record.appTransaction == nil)
    #expect(record.time.epoch == epoch)
    #expect(record.orders.count == 1)
  }

  @Test func `with two copies of the app the cursor is never ahead of the purchases`() throws {
    let sample = try SampleDevice()
    let copies = [sample.device, try DeviceStore.open(sample.folder.url)]
    let time = try sample.device.read().time
    var generator = SeededGenerator(seed: 1)
    var reached: Int64 = 0
    for _ in 1...200 {
      let sequence = Int64(generator.roll(50))
      let ahead = sequence + 1 - Int64(generator.roll(3))
      try copies[generator.roll(2)].update {
        $0.take(.sample(sequence), cursor: ahead, time, heardAt: .fixture)
      }

      let record = try sample.device.read()
      let (kept, cursor) = (try #require(record.purchases), try #require(record.cursor))
      #expect(cursor <= kept.sequence)
      #expect(cursor >= reached, "it does not go back")
      reached = cursor
    }
  }

  @Test func `a file whose cursor is ahead of its purchases is read, and asked for again`()
    async throws
  {
    let sample = try SampleDevice()
    try sample.hold(latest: [])
    try sample.device.update { $0.cursor = 9 }
    #expect(try await sample.session().customer.withLock { $0.known.cursor } == 1)

    let time = try sample.device.read().time
    try sample.device.update { $0.take(.sample(5), cursor: 5, time, heardAt: .fixture) }
    #expect(try sample.device.read().cursor == 5)
  }

  @Test func `a device that is registered anew forgets the old one`() throws {
    let sample = try SampleDevice()
    try sample.device.update { $0.cursor = 9 }
    let record = try sample.device.read()
    let registration = Registration(
      device: record.device, token: "new", rootCertificate: record.rootCertificate, sequence: 5,
      epoch: 2, bundleID: record.bundleID)
    let renewed = try DeviceStore.create(
      sample.folder.url, account: "bob", registration: Answer(registration, at: record.time))
    #expect(renewed.account == "bob")
    #expect(try renewed.read().cursor == nil, "it asks for purchases before it listens")
    #expect(try renewed.read().time.epoch == 2)
  }

  @Test func `an order is being sent until its sender lets go`() throws {
    let sample = try SampleDevice()
    let other = try DeviceStore.open(sample.folder.url)
    let key = OrderKey(UUID())
    var sending = Optional(try sample.device.keep(OpenOrder(key: key, productID: "p")))
    #expect(sending != nil)
    #expect(other.isSending(key))
    sending = nil
    #expect(!other.isSending(key))
    #expect(try other.read().orders.map(\.key) == [key])
  }

  @Test func `a device's file that is the same is not read again, another is`() throws {
    let sample = try SampleDevice()
    let file = sample.folder.url.appending(path: "device.json")
    try giveDate(to: file)
    let other = try DeviceStore.open(sample.folder.url)
    // Nobody sees this who does not read it.
    try Data(repeating: 0, count: Data(contentsOf: file).count).write(to: file)
    try giveDate(to: file)
    #expect(try other.read().account == "alice")

    try Data("{}".utf8).write(to: file)

    #expect(throws: DeviceStoreError.damaged(file, reason: "it is not a device's record")) {
      try other.read()
    }
  }

  @Test(.hangLimit)
  func `a change that changes nothing waits for no other copy of the app`() async throws {
    let sample = try SampleDevice()
    let device = sample.device
    let writing = try FileLock(sample.folder.url.appending(path: "device.lock"))
    let (ends, end) = AsyncStream.makeStream(of: Void.self)

    let change = Task {
      try await DetachedThread.run { try device.update { $0.orders.removeAll() } }
      end.yield()
    }
    var iterator = ends.makeLimitedIterator()

    #expect(await iterator.next() != nil)
    writing.release()
    try await change.value
    try device.update { $0.cursor = 7 }
    #expect(try DeviceStore.open(sample.folder.url).read().cursor == 7)
  }

  @Test(.hangLimit)
  func `a change finds what an earlier one of this copy is still writing`() async throws {
    let sample = try SampleDevice()
    let device = sample.device
    let (seen, see) = AsyncStream.makeStream(of: Int64?.self)

    try await DetachedThread.run {
      let begun = DispatchSemaphore(value: 0)
      var calls = 0
      try device.update { record in
        record.cursor = 7
        calls += 1
        guard calls == 2 else { return }
        // This is the record that is written, after the other change has begun.
        Thread.detachNewThread {
          begun.signal()
          try? device.update { see.yield($0.cursor) }
          see.finish()
        }
        begun.wait()
      }
    }
    let cursors = await seen.reduce(into: [Int64?]()) { $0.append($1) }

    #expect(cursors == [7])
    #expect(try sample.device.read().cursor == 7)
  }

  private func giveDate(to file: URL) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date.fixture], ofItemAtPath: file.path)
  }
}

extension OwnPurchase {
  fileprivate static let fuel = OwnPurchase(
    signed: .sample(3, of: "consumable.fuel.octane89", .consumable), isNew: true,
    key: OrderKey(UUID()))
}

extension CustomerPurchases {
  /// Empty purchases after this event.
  fileprivate static func sample(_ sequence: Int64) -> CustomerPurchases {
    var purchases = CustomerPurchases.none
    purchases.sequence = sequence
    return purchases
  }
}
