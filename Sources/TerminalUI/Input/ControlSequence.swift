/// A whole sequence after CSI or SS3: its parameters, and the final byte that says what it is.
struct ControlSequence: Hashable {
  /// `[` for CSI, `O` for SS3.
  let introducer: Character
  let final: Character
  /// The parameters between semicolons, and their parts between colons; `nil` where one is left out.
  private let parameters: [[Int?]]

  /// Fails if the sequence has a private prefix or intermediate bytes, or a number is too long:
  /// then it is a reply and not a key.
  init?(introducer: UInt8, parameters: [UInt8], final: UInt8) {
    self.introducer = Character(Unicode.Scalar(introducer))
    self.final = Character(Unicode.Scalar(final))
    guard parameters.allSatisfy({ (0x30...0x3B).contains($0) }) else { return nil }
    let texts = String(decoding: parameters, as: UTF8.self)
      .split(separator: ";", omittingEmptySubsequences: false)
      .map { $0.split(separator: ":", omittingEmptySubsequences: false) }
    guard texts.joined().allSatisfy({ $0.isEmpty || Int($0) != nil }) else { return nil }
    self.parameters = texts.map { $0.map { Int($0) } }
  }

  var count: Int { parameters.count }

  /// A parameter's part; `nil` if it is left out.
  subscript(parameter: Int, part: Int = 0) -> Int? {
    guard parameters.indices.contains(parameter) else { return nil }
    let parts = parameters[parameter]
    return parts.indices.contains(part) ? parts[part] : nil
  }

  /// All parts of a parameter that are not left out.
  func parts(of parameter: Int) -> [Int] {
    parameters.indices.contains(parameter) ? parameters[parameter].compactMap(\.self) : []
  }
}
