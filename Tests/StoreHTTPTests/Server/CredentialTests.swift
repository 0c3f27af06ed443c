import Foundation
import HTTPTypes
import StoreAPI
import StoreEngine
import StoreHTTP
import StoreOperatorAPI
import TestSupport
import Testing

/// Every route of the table, attacked with every kind of credential.
@Suite(.hangLimit) struct CredentialTests {
  /// The credentials that a client sends.
  enum Credential: CaseIterable, Sendable {
    case none, otherScheme, empty, garbage
    case signIn, endedSignIn
    case device, removedDevice
    case operatorKey, longerOperatorKey, operatorKeyInUpperCase, halfAnOperatorKey

    /// Whom it makes the client; `nil` if nobody.
    var caller: Caller? {
      switch self {
      case .signIn: .signIn
      case .device: .device
      case .operatorKey: .operator
      case .none, .otherScheme, .empty, .garbage, .endedSignIn, .removedDevice, .longerOperatorKey,
        .operatorKeyInUpperCase, .halfAnOperatorKey:
        nil
      }
    }
  }

  /// A request of a route.
  struct Attack: Sendable, CustomTestStringConvertible {
    var route: Route
    var target: String
    var body: String?
    var headers: [String] = []

    var testDescription: String { ([target, body ?? ""] + headers).joined(separator: " ") }
  }

  /// Every route, and every command of the operator, as JSON and as a stream.
  ///
  /// Every credential is checked before the body is read, so a body need not be well-formed.
  static let attacks: [Attack] = Route.all.flatMap { route in
    switch (route.operation, route.method) {
    case (OperatorEndpoints.perform.route.operation, _):
      OperatorControls.all.flatMap { control in
        [[], ["Accept: text/event-stream"]].map {
          Attack(route: route, target: route.path, body: "{\"\(control.name)\":{}}", headers: $0)
        }
      }
    case (DeviceEndpoints.updates.route.operation, _):
      [Attack(route: route, target: route.path + "?after=0")]
    case (_, .get): [Attack(route: route, target: route.path)]
    default: [Attack(route: route, target: route.path, body: body(of: route))]
    }
  }

  /// With these an attack that gets through does something.
  private static func body(of route: Route) -> String {
    switch route.operation {
    case AccountEndpoints.registerDevice.route.operation:
      #"{"device":"stolen","token":"\#(DeviceToken.random().string)"}"#
    case AccountEndpoints.removeDevice.route.operation: #"{"device":"laptop"}"#
    // It is refused before the old password is checked, and after the sign-in.
    case AccountEndpoints.changePassword.route.operation:
      #"{"oldPassword":"open sesame","newPassword":"short","signsOutDevices":false}"#
    default: "{}"
    }
  }

  @Test(arguments: Credential.allCases)
  func `a route admits its own kind of credential and no other`(credential: Credential) async throws
  {
    try await ServedStoreFixture.run { served in
      let header = try await served.authorization(with: credential)
      for attack in Self.attacks {
        let own = [.anyone, credential.caller].contains(attack.route.caller)
        // The attack may use up what it is admitted with.
        let header = own ? try await served.authorization(with: credential) : header

        let status = try await served.status(of: attack, header)

        #expect((status != 401) == own, "\(attack.testDescription) with \(credential): \(status)")
      }
    }
  }

  @Test func `every kind of caller has a route, and each but one a credential`() {
    #expect(Set(Route.all.map(\.caller)) == Set(Caller.allCases))
    #expect(
      Set(Credential.allCases.compactMap(\.caller)) == Set(Caller.allCases).subtracting([.anyone]))
  }
}

extension ServedStoreFixture {
  /// The status of the response to an attack.
  fileprivate func status(
    of attack: CredentialTests.Attack, _ authorization: [String]
  ) async throws -> Int {
    let body = attack.body.map {
      "Content-Type: application/json\r\nContent-Length: \($0.utf8.count)\r\n\r\n\($0)"
    }
    let lines =
      ["\(attack.route.method.rawValue) \(attack.target) HTTP/1.1", "Host: localhost"]
      + RawClient.instance + authorization + attack.headers
    let text = lines.joined(separator: "\r\n") + "\r\n" + (body ?? "\r\n")
    let response = try await client.send(text) { $0.contains("\r\n\r\n") }
    return try #require(response.status, "\(attack.testDescription): no answer")
  }

  /// The header `Authorization` with a new credential of this kind.
  fileprivate func authorization(
    with credential: CredentialTests.Credential
  ) async throws -> [String] {
    let engine = store.engine
    func bearer(_ token: String) -> [String] { ["Authorization: Bearer \(token)"] }
    switch credential {
    case .none: return []
    case .otherScheme: return ["Authorization: Basic \(Self.operatorKey)"]
    case .empty: return bearer("")
    case .garbage: return bearer("somebody")
    case .signIn: return bearer(try await engine.signIn(local: "alice").value.token)
    case .endedSignIn:
      let token = try await engine.signIn(local: "alice").value.token
      _ = try await engine.signOut(signIn: token)
      return bearer(token)
    case .device: return bearer(try await newDevice().registration.token)
    case .removedDevice:
      let (signIn, device) = try await newDevice()
      _ = try await engine.removeDevice(device.device.id, signIn: signIn)
      return bearer(device.token)
    case .operatorKey: return bearer(Self.operatorKey)
    case .longerOperatorKey: return bearer(Self.operatorKey + "s")
    case .operatorKeyInUpperCase: return bearer(Self.operatorKey.uppercased())
    case .halfAnOperatorKey: return bearer(String(Self.operatorKey.dropLast()))
    }
  }

  /// A sign-in of its own, because an attack with the operator's key may have ended all others.
  private func newDevice() async throws -> (signIn: String, registration: Registration) {
    let signIn = try await store.engine.signIn(local: "alice").value.token
    let name = "device-\(UUID().uuidString)"
    return (signIn, try await store.engine.registerDevice(name, signIn: signIn).value)
  }
}
