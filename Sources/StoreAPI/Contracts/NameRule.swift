/// The rule for the name of an account or a device, which is also the name of a folder.
package enum NameRule {
  /// The maximum number of characters of a name.
  package static let limit = 64

  /// Whether the text is 1 to 64 ASCII letters, digits, `-`, `_`, `.` and `@`, but not `.` or `..`.
  package static func allows(_ name: some StringProtocol) -> Bool {
    let bytes = name.utf8
    return (1...limit).contains(bytes.count) && bytes.allSatisfy(isAllowed) && name != "."
      && name != ".."
  }

  /// Whether a name may have this byte.
  package static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."), UInt8(ascii: "@"):
      true
    default: false
    }
  }
}
