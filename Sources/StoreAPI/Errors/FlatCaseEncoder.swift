/// Writes a case of an enum as one flat object, with the values under their labels.
///
/// The coding that the compiler derives nests the values in an object under the name of the case.
/// This encoder leaves that object out and keeps the name, which the caller writes where it
/// belongs.
final class FlatCaseEncoder: Encoder {
  /// The name of the case; `nil` until one is encoded.
  fileprivate(set) var name: String?
  fileprivate let encoder: any Encoder

  init(_ encoder: any Encoder) {
    self.encoder = encoder
  }

  var codingPath: [any CodingKey] { encoder.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { encoder.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Container(cases: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    encoder.singleValueContainer()
  }
}

/// The object whose keys are the cases; the derived coding asks it for the object of one case only.
private struct Container<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let cases: FlatCaseEncoder

  var codingPath: [any CodingKey] { cases.codingPath }

  func nestedContainer<Label: CodingKey>(
    keyedBy keyType: Label.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Label> {
    cases.name = key.stringValue
    return cases.encoder.container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    cases.encoder.unkeyedContainer()
  }

  func superEncoder() -> any Encoder { cases.encoder }

  func superEncoder(forKey key: Key) -> any Encoder { cases.encoder }

  func encodeNil(forKey key: Key) throws { throw invalidEnumCase(nil as String?) }

  func encode(_ value: some Encodable, forKey key: Key) throws { throw invalidEnumCase(value) }

  private func invalidEnumCase(_ value: Any?) -> EncodingError {
    .invalidValue(
      value as Any, .init(codingPath: codingPath, debugDescription: "this is not a case of an enum")
    )
  }
}
