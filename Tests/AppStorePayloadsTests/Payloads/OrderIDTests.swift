import AppStorePayloads
import Testing

@Suite struct OrderIDTests {
  @Test(arguments: [
    (0, "M000000000"), (1_000_000_001, "M00XSNJG14"), (1_000_000_002, "M00XSNJG22"),
    (UInt64(Int64.max), "M7ZZZZZZZZZZZZY"), (UInt64.max, "MFZZZZZZZZZZZZE"),
  ])
  func `an order ID is made from a transaction ID and read back`(
    number: UInt64, text: String
  ) throws {
    let id = TransactionID(rawValue: number)

    #expect(OrderID(of: id).description == text)
    #expect(OrderID(text)?.transactionID == id)
  }

  @Test func `an order ID with one wrong digit is refused`() {
    let alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    let text = Array("M00XSNJG14")

    for (index, right) in text.enumerated() where index > 0 {
      for wrong in alphabet where wrong != right {
        var changed = text
        changed[index] = wrong
        #expect(OrderID(String(changed)) == nil, "\(String(changed))")
      }
    }
  }

  @Test(arguments: [
    "", "M", "M0", "m00XSNJG14", "N00XSNJG14", "M00XSNJG1", "M000XSNJG14", "M00xsnjg14",
    "M00XSNJGI4", " M00XSNJG14", "M00XSNJG14 ", "M-0XSNJG14", "MÄ0XSNJG14", "MG00000000000000",
    "MZZZZZZZZZZZZZZ", "MZZZZZZZZZZZZZZZZZZZZZZZZZZZZZ",
  ])
  func `any other text is not an order ID`(text: String) {
    #expect(OrderID(text) == nil)
  }
}
