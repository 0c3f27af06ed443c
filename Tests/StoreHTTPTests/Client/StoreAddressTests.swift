import StoreHTTPClient
import Testing

@Suite struct StoreAddressTests {
  @Test(
    arguments: [
      ("http://localhost:8080", "http://localhost:8080"),
      ("HTTP://Shop.Example.com/", "http://shop.example.com"),
      ("https://shop.example.com", "https://shop.example.com"),
      ("https://shop.example.com:443", "https://shop.example.com"),
      ("http://[::1]:9", "http://[::1]:9"),
      ("http://192.168.0.7:81", "http://192.168.0.7:81"),
    ])
  func `a store's address is read`(text: String, url: String) throws {
    let address = try StoreAddress(text)

    #expect(address.description == url)
  }

  @Test(
    arguments: [
      "", "localhost:8080", "shop", "ftp://shop", "http://", "http://:80", "http:///x",
      "http://shop/v1", "http://shop?x=1", "http://shop#x", "http://ann:secret@shop",
      "http://shop:0", "http://shop:65536", "http://shop:x", "http://sh op", "http://a/../b",
      "http://%2e%2e%2fetc", "http://..%2f", "javascript:alert(1)", "http://sh\u{7}op",
    ])
  func `an invalid address is refused in a sentence`(text: String) throws {
    let error = #expect(throws: StoreAddressError.self) { try StoreAddress(text) }

    #expect(error?.description.hasSuffix("Write one such as http://localhost:8080") == true)
  }

  @Test(
    arguments: [
      ("http://localhost:8080", false), ("http://127.0.0.1", false), ("http://127.9.9.9", false),
      ("http://[::1]:80", false), ("http://shop.localhost", false),
      ("http://shop.example.com", true), ("http://127.0.0.1.example.com", true),
      ("http://10.0.0.1", true), ("https://shop.example.com", false),
    ])
  func `plain HTTP beyond this machine is exposed`(text: String, isExposed: Bool) throws {
    #expect(try StoreAddress(text).isExposed == isExposed)
  }
}
