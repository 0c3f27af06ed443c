import OpenStoreKit

/// One element of DER: a tag, a length and the bytes.
struct DERElement {
  let tag: UInt8
  let content: ArraySlice<UInt8>

  init(_ data: Data) throws {
    var bytes = ArraySlice(data)
    self = try DERElement(&bytes)
  }

  /// Reads the first element of the bytes, and removes it.
  private init(_ bytes: inout ArraySlice<UInt8>) throws {
    guard let tag = bytes.popFirst(), let first = bytes.popFirst() else {
      throw ReceiptFileError.malformed
    }
    var length = Int(first)
    if first >= 0x80 {
      let digits = bytes.prefix(Int(first & 0x7f))
      guard (1...4).contains(digits.count) else { throw ReceiptFileError.malformed }
      bytes.removeFirst(digits.count)
      length = digits.reduce(0) { $0 << 8 | Int($1) }
    }
    guard bytes.count >= length else { throw ReceiptFileError.malformed }
    self.tag = tag
    content = bytes.prefix(length)
    bytes.removeFirst(length)
  }

  func children() throws -> [DERElement] {
    var (bytes, children) = (content, [DERElement]())
    while !bytes.isEmpty { children.append(try DERElement(&bytes)) }
    return children
  }

  func child(_ index: Int) throws -> DERElement {
    let children = try self.children()
    guard children.indices.contains(index) else { throw ReceiptFileError.malformed }
    return children[index]
  }

  var integer: Int { content.reduce(0) { $0 << 8 | Int($1) } }
  var text: String { String(decoding: content, as: UTF8.self) }
}
