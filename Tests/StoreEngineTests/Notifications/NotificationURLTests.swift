import NetworkAddresses
import StoreAPI
import StoreEngine
import Testing

/// The URLs to which notifications may be sent.
@Suite struct NotificationURLTests {
  @Test(arguments: [
    "https://shop.example.com/notifications", "https://shop.example.com:8443/a?b=c",
    "http://localhost:8080", "http://127.0.0.1:3000/hook", "http://[::1]:3000/", "https://[::1]/",
    "http://shop.localhost/", "https://8.8.8.8/", "HTTPS://Shop.Example.com/",
  ])
  func `a URL of another machine is https, and one of this machine may be http`(
    text: String
  ) throws {
    let url = try NotificationURL(text, allowsOwnNetwork: false)

    #expect(url.host == url.host.lowercased())
    #expect(!url.host.contains("["))
  }

  @Test(arguments: [
    "", "shop", "ftp://shop.example.com/", "http://shop.example.com/", "https://",
    "https:///notifications", "https://ann:secret@shop.example.com/",
    "https://ann@shop.example.com/", "https://shop.example.com/#top", "https://shop.example.com/ä",
    "https://shop.example.com/a b", "https://10.0.0.7/", "https://192.168.1.2/",
    "https://169.254.169.254/", "https://[fe80::1]/", "https://[fd00::1]/", "https://0.0.0.0/",
    "https://100.64.0.1/", "https://[::ffff:10.0.0.7]/", "http://10.0.0.7/", "https://a.example:0/",
    "https://%31%30.0.0.7/", "https://shop%2eexample.com/",
    "https://a.example/" + String(repeating: "a", count: 2_048),
  ])
  func `any other URL is refused with a reason`(text: String) {
    #expect {
      _ = try NotificationURL(text, allowsOwnNetwork: false)
    } throws: { error in
      guard case .invalidNotificationURL(_, let reason)? = error as? StoreError else {
        return false
      }
      return !reason.isEmpty
    }
  }

  @Test func `a local network address can be allowed, but only over https`() throws {
    #expect(
      try NotificationURL("https://10.0.0.7/", allowsOwnNetwork: true).host == "10.0.0.7")
    #expect(throws: StoreError.self) {
      try NotificationURL("http://10.0.0.7/", allowsOwnNetwork: true)
    }
  }

  @Test(arguments: [
    "8.8.8.8", "1.1.1.1", "17.0.0.1", "172.15.255.255", "172.32.0.0", "100.63.255.255",
    "100.128.0.0", "223.255.255.255", "2606:4700::1111", "2a00:1450::1", "::ffff:8.8.8.8",
  ])
  func `an address of the internet is public`(text: String) throws {
    let address = try #require(IPAddress(text))
    #expect(address.isPublic && !address.isLoopback)
  }

  @Test(arguments: [
    "0.0.0.0", "10.255.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.255",
    "169.254.0.1", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.168.0.1",
    "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1",
    "255.255.255.255", "::", "::1", "::ffff:10.0.0.1", "::ffff:127.0.0.1", "64:ff9b::8.8.8.8",
    "fc00::1", "fd12::1", "fe80::1", "fec0::1", "ff02::1", "2001:db8::1", "2001::1",
    "2002:a00:1::1",
  ])
  func `a special-purpose address is not public`(text: String) throws {
    let address = try #require(IPAddress(text))
    #expect(!address.isPublic)
    #expect(
      address.isLoopback
        == ["127.0.0.1", "127.255.255.255", "::1", "::ffff:127.0.0.1"].contains(text))
  }

  @Test(arguments: [
    "", "localhost", "127.1", "10", "1.2.3.4.5", "fe80::1%eth0", "[::1]", "1.2.3.256",
  ])
  func `a name is not an address`(text: String) {
    #expect(IPAddress(text) == nil)
  }
}
