package import AppStorePayloads

extension Schema {
  /// The sender of the JSON, which decides how strictly it is checked.
  package enum Message: Sendable {
    /// JSON from a client.
    ///
    /// A field that is not documented is refused: the store must not sell an order and ignore a part of it.
    /// The type that decodes a text checks its format.
    case request
    /// JSON from a store.
    ///
    /// Fields that are not documented are ignored, and so are the texts and forms that an open choice does
    /// not list: a newer store may have added them. The formats of text are checked, because a device
    /// believes no store more than its schema.
    case answer
  }
}

extension SchemaCodable {
  /// Decodes a value that has the documented shape.
  ///
  /// - Throws: ``SchemaMismatchError`` for the first part that is not as documented, and `DecodingError` for text
  ///   that has no meaning.
  package static func decode(_ json: ParsedJSON, of message: Schema.Message) throws -> Self {
    try schema.check(json, of: message)
    return try json.decode(Self.self)
  }
}

extension Schema {
  /// Compares JSON with the shape: its kinds, names, choices and bounds.
  ///
  /// - Throws: ``SchemaMismatchError`` for the first part that is not as documented.
  package func check(_ json: ParsedJSON, of message: Message) throws(SchemaMismatchError) {
    switch (self, json) {
    case (.text(let format), .string(let text)): if message == .answer { try format.check(text) }
    case (.boundedInteger(let range), .number(let digits)): try digits.check(isIn: range)
    case (.number, .number(let digits)): _ = try digits.double()
    case (.amount, .number(let digits)): try digits.checkAmount()
    case (.boolean, .boolean), (.nullable, .null): break
    case (.array(let element, let limit), .array(let elements)):
      try element.check(all: elements, atMost: limit, of: message)
    case (.choice(let names), .string(let text)): try text.check(isOneOf: names)
    case (.openChoice(let names), .string(let text)):
      if message == .request { try text.check(isOneOf: names) }
    case (.numberChoice(let numbers), .number(let digits)): try digits.check(isOneOf: numbers)
    case (.record(let record), .object(let fields)): try record.check(fields, of: message)
    case (.oneOf(_, let schemas, let isOpen), .object(let fields)):
      try form(of: fields, schemas, isOpen: isOpen && message == .answer)?
        .check(json, of: message)
    case (.nullable(let schema), _): try schema.check(json, of: message)
    default: throw SchemaMismatchError("this is not \(noun)")
    }
  }

  private var noun: String {
    switch self {
    case .text, .choice, .openChoice: "text"
    case .boundedInteger, .numberChoice: "a whole number"
    case .number, .amount: "a number"
    case .boolean: "true or false"
    case .array: "a list"
    case .record: "an object"
    case .oneOf(let name, _, _): "one of the forms of \(name)"
    case .nullable(let schema): schema.noun
    }
  }

  private func check(
    all elements: [ParsedJSON], atMost limit: Int?, of message: Message
  ) throws(SchemaMismatchError) {
    if let limit, elements.count > limit {
      throw SchemaMismatchError("this list has more than \(limit) items")
    }
    for (index, element) in elements.enumerated() {
      do { try check(element, of: message) } catch { throw error.inside("\(index)") }
    }
  }

  /// The form that an object must fit: it must have the fields of exactly one, or may have those of none if
  /// `isOpen`.
  ///
  /// An object with the fields of two forms is refused even if only one of them fits: a type that is
  /// decoded from it could take the other one.
  private func form(
    of fields: [ParsedJSON.Field], _ schemas: [Schema], isOpen: Bool
  ) throws(SchemaMismatchError) -> Schema? {
    let names = Set(fields.map(\.name.string))
    let candidates = schemas.filter { $0.isPossible(for: names) }
    if isOpen, candidates.isEmpty { return nil }
    guard candidates.count == 1 else { throw SchemaMismatchError("this is not \(noun)") }
    return candidates[0]
  }

  private func isPossible(for names: Set<String>) -> Bool {
    guard case .record(let record) = self else { return false }
    return record.required.keys.allSatisfy(names.contains)
  }
}

extension Schema.Record {
  fileprivate func check(
    _ fields: [ParsedJSON.Field], of message: Schema.Message
  ) throws(SchemaMismatchError) {
    var missing = required.count
    for field in fields {
      let name = field.name.string
      let demanded = required[name]
      if demanded != nil { missing -= 1 }
      if let schema = demanded ?? optional[name] {
        do { try schema.check(field.value, of: message) } catch { throw error.inside(name) }
      } else if message == .request {
        throw SchemaMismatchError("there is no field '\(name)'")
      }
    }
    guard missing > 0 else { return }
    let name = Set(required.keys).subtracting(fields.map(\.name.string)).min() ?? ""
    throw SchemaMismatchError("the field '\(name)' is missing")
  }
}

extension ParsedJSON.Text {
  fileprivate func double() throws(SchemaMismatchError) -> Double {
    guard let number = Double(string), number.isFinite else {
      throw SchemaMismatchError("this number cannot be represented")
    }
    return number
  }

  fileprivate func checkAmount() throws(SchemaMismatchError) {
    guard Schema.amounts.contains(try double()) else {
      throw SchemaMismatchError("this amount is out of bounds")
    }
  }

  /// As in JSON Schema, 1.0 is an integer.
  private func integer() throws(SchemaMismatchError) -> Int64 {
    let digits = string
    guard let number = Int64(digits) ?? Double(digits).flatMap(Int64.init(exactly:)) else {
      throw SchemaMismatchError("this whole number cannot be represented")
    }
    return number
  }

  fileprivate func check(isIn range: ClosedRange<Int64>) throws(SchemaMismatchError) {
    guard range.contains(try integer()) else { throw SchemaMismatchError("this is out of bounds") }
  }

  fileprivate func check(isOneOf numbers: [Int]) throws(SchemaMismatchError) {
    guard let number = Int(exactly: try integer()), numbers.contains(number) else {
      throw SchemaMismatchError("this is not one of the choices")
    }
  }

  fileprivate func check(isOneOf names: [String]) throws(SchemaMismatchError) {
    guard names.contains(string) else {
      throw SchemaMismatchError("this is not one of the choices")
    }
  }
}
