import Foundation
import StoreAPI
import Testing

@Suite struct StoreFaultTests {
  @Test(arguments: [
    StoreFault.unavailable("\u{1B}[2J"), .unknownProduct("\u{9B}2J"), .invalidName("a\nb\u{7}"),
  ])
  func `an error message has no control characters`(fault: StoreFault) {
    let controls = fault.description.unicodeScalars
      .filter { $0.properties.generalCategory == .control }

    #expect(controls.isEmpty)
  }

  @Test func `an error message quotes a name without changes`() {
    #expect(
      StoreFault.unknownDevice("Zoës 'phone'").description
        == "there is no device 'Zoës 'phone'': skdemo device list lists yours")
  }

  @Test func `a fault is encoded with its code, its message and its values`() throws {
    #expect(
      try text(StoreFault.invalidQuantity(11, allowed: 1...10)) == """
        {"code":"invalidQuantity","maximum":10,"message":"a quantity of 11 cannot be bought: it \
        must be 1 to 10","minimum":1,"quantity":11}
        """)
  }

  @Test(arguments: [
    #"{"code":"unknownProduct","message":"there is none"}"#,
    #"{"code":"invalidQuantity","message":"","quantity":5,"minimum":4,"maximum":3}"#,
    #"{"code":"alreadyRefunded","message":"","transactionID":"1"}"#,
    #"{"code":"paused"}"#, #"{"message":"no code"}"#,
  ])
  func `a fault without the values of its code is refused`(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder.payload.decode(StoreFault.self, from: Data(json.utf8))
    }
  }

  @Test(arguments: [(0, Int.max), (Int.min, Int.max)])
  func `a range of quantities that is too long to count is shown`(minimum: Int, maximum: Int) throws
  {
    let json = """
      {"code":"invalidQuantity","message":"","quantity":1,"minimum":\(minimum),"maximum":\(maximum)}
      """
    let fault = try JSONDecoder.payload.decode(StoreFault.self, from: Data(json.utf8))

    #expect(fault.description.hasSuffix("it must be \(minimum) to \(maximum)"))
  }

  @Test func `a fault that this version does not know is decoded and encoded unchanged`() throws {
    let json = #"{"code":"paused","message":"\u001b[2J later"}"#
    let fault = try JSONDecoder.payload.decode(StoreFault.self, from: Data(json.utf8))

    #expect(fault == .unknown(code: "paused", message: "\u{1B}[2J later"))
    #expect(!fault.description.contains("\u{1B}"))
    let sent = try JSONEncoder.payload.encode(fault)
    #expect(try JSONDecoder.payload.decode(StoreFault.self, from: sent) == fault)
  }
}
