extension Schema {
  /// The JSON of a value of this shape; an object has only the fields that it must have.
  var sample: String {
    switch self {
    case .text(let format): "\"\(format.sample)\""
    case .boundedInteger(let range): "\(max(range.lowerBound, min(range.upperBound, 1)))"
    case .number, .amount: "1"
    case .boolean: "true"
    case .array: "[]"
    case .choice(let texts), .openChoice(let texts): "\"\(texts[0])\""
    case .numberChoice(let numbers): "\(numbers[0])"
    case .record(let record):
      "{" + record.required.map { "\"\($0)\":\($1.sample)" }.joined(separator: ",") + "}"
    case .oneOf(_, let forms, _): forms[0].sample
    case .nullable: "null"
    }
  }
}

extension TextFormat {
  fileprivate var sample: String {
    switch self {
    case .uuid: "00000000-0000-0000-0000-000000000001"
    case .data: "AAAA"
    case .jws: "a.a.a"
    case .transactionID, .requestedTransactionID: "1"
    case .duration, .period: "P1D"
    case .any, .revision, .name, .token: "a"
    case .deviceToken, .password: String(repeating: "a", count: 43)
    }
  }
}
