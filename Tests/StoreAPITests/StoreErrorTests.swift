import AppStorePayloads
import Foundation
import StoreAPI
import TestSupport
import Testing

@Suite struct StoreErrorTests {
  @Test func `every refusal reads as it was reviewed`() throws {
    let refusals = StoreError.samples.map(\.description).joined(separator: "\n")

    // The samples have a new order key in each run.
    try expectSnapshot(
      of: refusals.replacing(#/[0-9a-f]{8}-[0-9a-f-]{27}/#, with: "KEY"), named: "refusals")
  }

  @Test(arguments: StoreError.samples)
  func `a refusal has a second clause, which says what to do, in plain English`(error: StoreError) {
    // The snapshot of all sentences shows what the second clause says.
    let clauses = error.description.split(separator: #/[:.;] /#)

    #expect(clauses.count >= 2, "\(error)")
    for phrase in Self.stiffPhrases {
      #expect(!error.description.contains(phrase), "\(error)")
    }
  }

  /// Phrases of translated English, and words of this store that no one else uses.
  private static let stiffPhrases = [
    "is none", "are none", "any more", "also if", "of which", "in the place of",
    "in place of", "asked for already", " mend", "who does", "says what", "of yours", "to them who",
  ]

  @Test(arguments: StoreError.samples)
  func `a refusal has the dates of the reader's time zone, and in JSON those of UTC`(
    error: StoreError
  ) throws {
    let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))

    #expect(!error.sentence(in: tokyo).contains(#/[0-9]:[0-9]{2}Z/#), "\(error)")
    #expect(!error.description.contains(#/[0-9]:[0-9]{2}[+-][0-9]{2}:/#), "\(error)")
  }

  @Test(arguments: [
    StoreError.unavailable(reason: "\u{1B}[2J"), .unknownProduct(productID: "\u{9B}2J"),
    .invalidName(name: "a\nb\u{7}"),
  ])
  func `an error message has no control characters`(error: StoreError) {
    let controls = error.description.unicodeScalars
      .filter { $0.properties.generalCategory == .control }

    #expect(controls.isEmpty)
  }

  @Test func `an error message quotes a name without changes`() {
    #expect(
      StoreError.unknownDevice(name: "Zoës 'phone'").description
        == "there is no device 'Zoës 'phone'': skdemo device list lists your devices")
  }

  @Test func `an error is encoded with its code, its message and its values`() throws {
    #expect(
      try text(Document(.invalidQuantity(11, allowed: 1...10))) == """
        {"code":"invalidQuantity","maximum":10,"message":"a quantity of 11 cannot be bought: it \
        must be 1 to 10","minimum":1,"quantity":11}
        """)
  }

  @Test(arguments: [
    #"{"code":"unknownProduct","message":"there is none"}"#,
    #"{"code":"invalidQuantity","message":"","quantity":5,"minimum":4}"#,
    #"{"code":"invalidQuantity","message":"","quantity":5,"minimum":4,"maximum":3}"#,
    #"{"code":"alreadyRefunded","message":"","transactionID":"1"}"#,
    #"{"code":"paused"}"#, #"{"message":"no code"}"#,
  ])
  func `an error without the values of its code is refused`(json: String) {
    #expect(throws: DecodingError.self) {
      try Document.decode(json)
    }
  }

  @Test(arguments: [(0, Int.max), (Int.min, Int.max)])
  func `a range of quantities that is too long to count is shown`(minimum: Int, maximum: Int) throws
  {
    let json = """
      {"code":"invalidQuantity","message":"","quantity":1,"minimum":\(minimum),"maximum":\(maximum)}
      """
    let error = try Document.decode(json)

    #expect(error.description.hasSuffix("it must be \(minimum) to \(maximum)"))
  }

  @Test func `an error that this version does not know is decoded and encoded unchanged`() throws {
    let json = #"{"code":"paused","message":"\u001b[2J later"}"#
    let error = try Document.decode(json)

    #expect(error == .unknown(code: "paused", message: "\u{1B}[2J later"))
    #expect(!error.description.contains("\u{1B}"))
    #expect(try Document.decode(try text(Document(error))) == error)
  }
}

/// An error as a store sends it.
private struct Document: Encodable {
  let error: StoreError

  init(_ error: StoreError) { self.error = error }

  func encode(to encoder: any Encoder) throws { try error.encode(document: encoder) }

  static func decode(_ json: String) throws -> StoreError {
    try StoreError(document: ParsedJSON(json.utf8))
  }
}
