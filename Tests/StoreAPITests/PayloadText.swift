import AppStorePayloads
import Foundation

func text(_ value: some Encodable) throws -> String {
  String(decoding: try JSONEncoder.payload.encode(value), as: UTF8.self)
}
