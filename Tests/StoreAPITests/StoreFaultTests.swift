import Foundation
import StoreAPI
import TestSupport
import Testing

@Suite struct StoreFaultTests {
  @Test(arguments: [
    StoreFault.unavailable("\u{1B}[2J"), .unknownProduct("\u{9B}2J"), .invalidName("a\nb\u{7}"),
  ])
  func `no name or reason commands a terminal`(fault: StoreFault) {
    let controls = fault.description.unicodeScalars
      .filter { $0.properties.generalCategory == .control }

    #expect(controls.isEmpty)
  }

  @Test func `a name is said as it was written`() {
    #expect(
      StoreFault.unknownDevice("Zoës 'phone'").description
        == "there is no device 'Zoës 'phone'': skdemo device list lists yours")
  }

  @Test func `a fault comes back as it was sent`() throws {
    let faults: [StoreFault] = [
      .unavailable("no line"), .unauthorized, .invalidQuantity(11, allowed: 1...10),
      .quoteChanged(
        Quote(effect: .purchase, charge: 9.99, currency: "USD", storefront: .unitedStates)),
      .orderKeyClosed(OrderKey(UUID())), .unknownTransaction(TransactionID(rawValue: .max)),
      .alreadyRefunded(TransactionID(rawValue: 1), Date(timeIntervalSince1970: 0)),
      .nothingToRefund(TransactionID(rawValue: 1)), .notSubscribed("plan", account: nil),
      .tooManyDevices(limit: 1_000),
      .severalSubscribers("plan", accounts: ["alice", "bob"]),
      .clockMovedBackwards(from: .distantFuture, to: Date(timeIntervalSince1970: 0)),
    ]

    let sent = try JSONEncoder.payload.encode(faults)

    #expect(try JSONDecoder.payload.decode([StoreFault].self, from: sent) == faults)
  }
}
