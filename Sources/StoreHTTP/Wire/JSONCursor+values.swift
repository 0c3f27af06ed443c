import Foundation

// Values of the kinds that a schema demands.
extension JSONCursor {
  private mutating func expect(_ kind: Kind, _ words: StaticString) throws(SchemaMismatch) {
    guard try self.kind() == kind else { throw SchemaMismatch("this is not \(words)") }
  }

  mutating func text() throws(SchemaMismatch) -> Text {
    try expect(.string, "text")
    return try string()
  }

  mutating func truth() throws(SchemaMismatch) {
    try expect(.boolean, "true or false")
    try boolean()
  }

  mutating func decimal() throws(SchemaMismatch) -> Double {
    try expect(.number, "a number")
    guard let number = Double(number()), number.isFinite else {
      throw SchemaMismatch("this number cannot be represented")
    }
    return number
  }

  /// An amount of money: not negative, and less than can be confused.
  mutating func amount() throws(SchemaMismatch) {
    guard Schema.amounts.contains(try decimal()) else {
      throw SchemaMismatch("this amount is out of bounds")
    }
  }

  /// As in JSON Schema, 1.0 is an integer.
  mutating func integer(in range: ClosedRange<Int64>) throws(SchemaMismatch) {
    guard range.contains(try integer()) else { throw SchemaMismatch("this is out of bounds") }
  }

  private mutating func integer() throws(SchemaMismatch) -> Int64 {
    try expect(.number, "a whole number")
    let digits = number()
    guard let number = Int64(digits) ?? Double(digits).flatMap(Int64.init(exactly:)) else {
      throw SchemaMismatch("this whole number cannot be represented")
    }
    return number
  }

  mutating func choice(of names: [String]) throws(SchemaMismatch) {
    guard names.contains(try text().string) else {
      throw SchemaMismatch("this is not one of the choices")
    }
  }

  mutating func choice(of numbers: [Int]) throws(SchemaMismatch) {
    guard let number = Int(exactly: try integer()), numbers.contains(number) else {
      throw SchemaMismatch("this is not one of the choices")
    }
  }

  /// The names in an object, which is read; `nil` for a value of another kind, which is read too.
  mutating func names() throws(SchemaMismatch) -> Set<String>? {
    guard try kind() == .object else {
      try skip()
      return nil
    }
    var names: Set<String> = []
    try object { (cursor, name) throws(SchemaMismatch) in
      names.insert(name.string)
      try cursor.skip()
    }
    return names
  }
}

extension JSONCursor.Text {
  /// The text; without an escape, none of its bytes is looked at twice.
  var string: String {
    guard hasEscapes else { return String(decoding: bytes, as: UTF8.self) }
    let quoted = Data("\"".utf8) + Data(bytes) + Data("\"".utf8)
    // What is not valid is the name of nothing; Foundation's decoder refuses it later.
    return (try? JSONDecoder().decode(String.self, from: quoted)) ?? "\u{FFFD}"
  }
}
