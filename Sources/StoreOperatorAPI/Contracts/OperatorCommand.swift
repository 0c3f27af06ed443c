/// A command of the store's operator: one of the ``OperatorControls``, with its parameters.
///
/// The engine, HTTP, the command line and tests use the same value. Printing or mirroring a command
/// does not show a password, because `Credentials` hides it.
package struct OperatorCommand: Sendable {
  package let control: any OperatorControl

  package init(_ control: some OperatorControl) { self.control = control }

  /// Its name in JSON and in the log.
  package var name: String { type(of: control).name }
  package var isQuestion: Bool { type(of: control).isQuestion }
  package var isRepeatable: Bool { type(of: control).isRepeatable }
  package var reportsProgress: Bool { type(of: control).reportsProgress }

  /// The most bytes of a command in JSON: a catalogue of 4 MiB, in which every byte may be escaped.
  package static let sizeLimit = 2 * 4 * 1024 * 1024 + 1024
}

extension OperatorCommand: Hashable {
  package static func == (one: OperatorCommand, other: OperatorCommand) -> Bool {
    AnyHashable(one.control) == AnyHashable(other.control)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(control)) }
}

// In JSON the name is the only key, with the parameters below it, each under its label: `{"refund":
// {"transactionID": "1000000001"}}`, `{"clock": {}}`. Names and labels are never renamed.
extension OperatorCommand: Codable {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    guard let name = container.allKeys.first, container.allKeys.count == 1,
      let control = OperatorControls.byName[name.stringValue]
    else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "this is not one command"))
    }
    self.control = try container.decode(control, forKey: name)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    try container.encode(control, forKey: Name(stringValue: name))
  }
}
