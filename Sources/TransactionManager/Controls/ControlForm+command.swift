import AppStorePayloads
import Foundation
import StoreOperatorAPI

// The command of a form.
extension ControlForm {
  /// A key for a command that is only checked.
  static let sampleKey = "00000000-0000-0000-0000-000000000000"

  /// The path of the file whose text is a value; `nil` if no field names a file.
  var filePath: String? {
    fields.firstIndex { $0.kind == .file }.map { texts[$0].trimmed }
  }

  /// Makes the command of the typed values.
  ///
  /// - Parameters:
  ///   - key: A new random key, for a command that sends an order.
  ///   - file: The text of the file that ``filePath`` names.
  /// - Returns: The command.
  /// - Throws: ``ControlFormError`` for the first value that is missing or cannot be read.
  func command(key: String, file: String) throws(ControlFormError) -> OperatorCommand {
    var parameters = ControlValue.object([:])
    for (index, field) in fields.enumerated() {
      let text = texts[index].trimmed
      if text.isEmpty {
        guard !field.isRequired else { throw .missing(field.label, index: index) }
        continue
      }
      guard let value = field.value(of: text, file: file) else {
        throw .unreadable(text, field.label, example: field.example, index: index)
      }
      parameters.set(value, at: field.path)
    }
    for field in control.fields where field.kind == .orderKey {
      parameters.set(.text(key), at: field.path)
    }
    return try decode(parameters)
  }

  private func decode(_ parameters: ControlValue) throws(ControlFormError) -> OperatorCommand {
    do {
      let json = try JSONEncoder().encode(ControlValue.object([control.id: parameters]))
      return try ParsedJSON(json).decode(OperatorCommand.self)
    } catch let DecodingError.dataCorrupted(context) {
      throw .refused(context.debugDescription)
    } catch {
      throw .refused("the values do not fit together")
    }
  }
}

extension ControlField {
  /// The value that a text stands for; `nil` if it is not such a value.
  fileprivate func value(of text: String, file: String) -> ControlValue? {
    switch kind {
    case .text, .password, .orderKey: .text(text)
    case .file: .text(file)
    case .number: text.number.map { .number($0) }
    case .date: text.milliseconds.map { .number($0) }
    case .choice(let choices): choices.first { $0.text == text }?.value
    case .clockMove:
      text.hasPrefix("P")
        ? .object(["by": .text(text)]) : text.milliseconds.map { .object(["to": .number($0)]) }
    case .subscription: text.subscription
    }
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }

  /// The number that is written in digits, with a point before its decimals.
  fileprivate var number: Decimal? {
    guard wholeMatch(of: #/-?[0-9]{1,15}(\.[0-9]{1,9})?/#) != nil else { return nil }
    return Decimal(string: self, locale: Locale(identifier: "en_US_POSIX"))
  }

  /// The time in milliseconds since 1970: a day, or a time in ISO 8601.
  fileprivate var milliseconds: Decimal? {
    let text = wholeMatch(of: #/[0-9]{4}-[0-9]{2}-[0-9]{2}/#) == nil ? self : self + "T00:00:00Z"
    guard let date = try? Date(text, strategy: .iso8601) else { return nil }
    return Decimal(Int64((date.timeIntervalSince1970 * 1_000).rounded()))
  }

  /// The ID of a transaction, or a product and perhaps an account after it.
  fileprivate var subscription: ControlValue? {
    if allSatisfy({ $0.isASCII && $0.isNumber }) { return .object(["transactionID": .text(self)]) }
    let words = split(separator: " ").map(String.init)
    guard let product = words.first, words.count <= 2 else { return nil }
    let account = words.dropFirst().first.map { ["account": ControlValue.text($0)] } ?? [:]
    return .object(["productID": .text(product)].merging(account) { first, _ in first })
  }
}
