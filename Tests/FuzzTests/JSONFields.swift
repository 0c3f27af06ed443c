import Foundation
import TestSupport
import Testing

/// A JSON object as the texts of its fields, which can be damaged.
struct JSONFields: Sendable {
  /// A field: its name in quotation marks, and its value.
  struct Field: Sendable {
    var name: [UInt8]
    var value: [UInt8]
  }

  var fields: [Field]

  /// The fields of an object, in the order of their names.
  init(_ json: Data) throws {
    let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    fields = try object.keys.sorted().map { name in
      let value = try JSONSerialization.data(
        withJSONObject: object[name] ?? NSNull(),
        options: [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes])
      return Field(name: Array("\"\(name)\"".utf8), value: Array(value))
    }
  }

  /// The text of the object.
  var bytes: [UInt8] {
    var bytes = [UInt8(ascii: "{")]
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(contentsOf: field.name)
      bytes.append(UInt8(ascii: ":"))
      bytes.append(contentsOf: field.value)
    }
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  /// Makes one to three changes.
  mutating func damage(_ random: inout SeededGenerator) {
    for _ in 0...random.roll(3) where !fields.isEmpty { damageOnce(&random) }
  }

  private mutating func damageOnce(_ random: inout SeededGenerator) {
    let index = random.roll(fields.count)
    switch random.roll(10) {
    case 0: fields.remove(at: index)
    case 1: fields.append(fields[index])
    case 2: fields.append(Field(name: fields[index].name, value: JSONValues.any(&random)))
    case 3: fields.append(Field(name: fields[index].spelledName, value: JSONValues.any(&random)))
    case 4: fields[index].name = fields[index].spelledName
    case 5: fields.swapAt(index, random.roll(fields.count))
    case 6: fields[index].name.damage(&random)
    case 7: fields[index].value.damage(&random)
    default: fields[index].value = JSONValues.any(&random)
    }
  }
}

extension JSONFields.Field {
  /// The same name, whose first character is an escape.
  fileprivate var spelledName: [UInt8] {
    guard name.count > 2, name[1] > 0x20, name[1] < 0x7F, name[1] != UInt8(ascii: "\\") else {
      return name
    }
    return Array("\"\\u00\(String(name[1], radix: 16))".utf8) + name[2...]
  }
}

/// Values of JSON that a field may be replaced by, some of which are not JSON.
enum JSONValues {
  static func any(_ random: inout SeededGenerator) -> [UInt8] { all[random.roll(all.count)] }

  private static let all: [[UInt8]] = {
    let strings: [String] = numbers + texts + others + long
    let bytes: [[UInt8]] = HostileBytes.notUTF8.map(quoted)
    return strings.map { Array($0.utf8) } + bytes
  }()

  private static func quoted(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
  }

  private static let numbers: [String] = [
    "0", "1", "-1", "-0", "3", "5", "7", "90", "91", "100000", "100001", "1.0", "1.5", "1e2",
    "1e400", "-1e400", "1e308", "1e-400", "2147483648", "9007199254740991",
    "9007199254740993", "9223372036854775807", "9223372036854775808",
    "-9223372036854775809", "18446744073709551616",
    "253402300799999", "253402300800000", "99999999999999999999999999999999999999999999", "01",
    "+1", ".5", "1.", "0x1", "NaN", "Infinity",
  ]

  private static let texts: [String] = [
    #""""#, #""x""#, #"" ""#, #""\u0000""#, #""a\u0000b""#, #""\ud800""#, #""\ud83d\ude97""#,
    #""\u001b[2J""#, #""REVO\u212AE""#, #""null""#, #""true""#, #""1""#, #""-1""#, #""1e3""#,
    #""USA""#, #""usa""#, #""none""#, #""ES256""#, #""ES256\u0000""#, #""es256""#, #""HS256""#,
    #""JWE""#, #""2.0""#, #""DELIVERED""#, #""UNDELIVERED_OTHER""#, #""REFUND""#, #""VOLUNTARY""#,
    #""+389a31a-fb6d-4569-a2a6-db7d85d84813""#, #""7389a31a-fb6d-4569-a2a6-db7d85d84813\u0000""#,
    "'x'", #""unended"#, "\"\n\"",
  ]

  private static let others: [String] = [
    "null", "true", "false", "[]", "{}", "[null]", "[[]]", "[{}]", #"["USA"]"#, #"["USA","usa"]"#,
    #"["b64"]"#, #"{"a":1,"a":2}"#, "[1,]", "", "tru", "nul",
  ]

  private static let long: [String] = {
    let (accents, words) = (
      String(repeating: "\u{301}", count: 300), String(repeating: "long ", count: 500)
    )
    let (open, close) = (
      String(repeating: "[", count: 600), String(repeating: "]", count: 600)
    )
    let objects = String(repeating: #"{"a":"#, count: 600)
    return [#""e\#(accents)""#, #""\#(words)""#, "\(open)\(close)", open, "\(objects)1", objects]
  }()
}
