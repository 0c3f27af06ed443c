package import HTTPTypes
import NIOHTTP1
package import StoreAPI

extension StoreErrorCode {
  /// The HTTP status of a response with this code.
  package var httpStatus: HTTPResponse.Status { HTTPResponse.Status(number: status) }

  /// The shape of a response with this code.
  package var schema: Schema { Self.schemas[self] ?? .refusal(rawValue) }

  private static let schemas = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, $0.derivedSchema) })

  private var derivedSchema: Schema {
    // The derived coding has the fields in an object under the code.
    let fields = SchemaReader(StoreError.self, caseName: rawValue, shapes).parts[rawValue]
    return .refusal(rawValue, fields?.required ?? [:], optional: fields?.optional ?? [:])
  }

  /// The shapes of fields that differ from the shapes of their types.
  private var shapes: [String: Schema] {
    switch self {
    case .invalidQuantity: ["quantity": .integer, "minimum": .integer, "maximum": .integer]
    case .tooManyDevices: ["maximum": .integer]
    case .invalidExtension: ["days": .integer]
    case .alreadyRefunded: ["transactionID": .transactionID]
    // The price that was refused.
    case .invalidPrice: ["price": .number]
    default: [:]
    }
  }
}

extension RequestError.Code {
  /// The shape of a refusal with this code.
  package var schema: Schema { .refusal(rawValue) }
}

extension Schema {
  fileprivate static func refusal(
    _ code: String, _ fields: [String: Schema] = [:], optional: [String: Schema] = [:]
  ) -> Schema {
    let required = fields.merging(["code": .choice([code]), "message": .string]) { $1 }
    return .object(
      code.prefix(1).uppercased() + code.dropFirst() + "Error",
      ["error": .object(nil, required, optional: optional)])
  }
}

extension StoreError {
  /// The HTTP status of a response with this error; 500 if this version does not know the error.
  package var httpStatus: HTTPResponse.Status { code?.httpStatus ?? .internalServerError }
}

extension HTTPResponse.Status {
  /// The status with this number and its standard phrase.
  init(number: Int) {
    self.init(code: number, reasonPhrase: HTTPResponseStatus(statusCode: number).reasonPhrase)
  }
}
