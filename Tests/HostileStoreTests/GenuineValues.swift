import AppStorePayloads
import Foundation
import HTTPTypes
import StoreAPI
import StoreEngine
import StoreHTTP
import TestSupport

/// What a hostile store has from a real one, so that devices believe a part of its answers.
struct GenuineValues: Sendable {
  private let root: String
  private let device: StoreDevice
  private let bundleID: String
  /// The data that the store has signed for the device.
  let tokens: [String]

  /// Buys something of each kind at a real store.
  init(from store: StoreFixture) async throws {
    let (backend, registration) = try await store.device("device-1")
    for id in ["nonconsumable.car", "consumable.fuel.octane87", "subscription.standard"] {
      try await backend.buy(id)
    }
    let purchases = try await backend.purchases().value
    root = registration.rootCertificate.base64EncodedString()
    device = registration.device
    bundleID = registration.bundleID
    tokens =
      try await purchases.latest + backend.unfinished().map(\.self)
      + purchases.subscriptions.flatMap { [$0.signedTransaction, $0.signedRenewalInfo] } + [
        backend.appTransaction().value
      ]
  }

  /// The value of a field that lets a device go on; `nil` if any will do.
  func value(
    of field: String, in record: String?, answering request: HostileStore.Request
  ) -> JSON? {
    switch (record, field) {
    case (_, "rootCertificate"): .string(root)
    case (nil, "value") where request.line == "GET /v1/root": .string(root)
    case (_, "verificationID"): .string(device.verificationID.description)
    case (_, "bundleID"): .string(bundleID)
    case (_, "epoch"): .number("1")
    case ("Device", "id"): .string(request.asked("device") ?? device.id)
    case ("Registration", "environment"): .string(StoreEnvironment.sandbox.rawValue)
    case ("Registration", "token"): request.asked("token").map(JSON.string)
    case ("Account", "name"): .string(request.asked("account") ?? "ann")
    case ("Product", "id"): .string("nonconsumable.car")
    case (_, "groupID"): .string("subscription.group")
    default: nil
    }
  }
}

extension GenuineValues {
  /// The answer of an honest store, except that it registers every device under this name, if there is
  /// one.
  func response(
    to request: HostileStore.Request, registering name: String? = nil
  ) -> HostileResponse {
    guard let route = request.route else { return HostileResponse(status: 404, "") }
    var sampler = SchemaSampler(random: SeededGenerator(seed: 1), isComplete: true)
    sampler.tokens = tokens
    sampler.known = { record, field in
      let isNamed = record == "Device" && field == "id" && request.line == "POST /v1/devices"
      return (isNamed ? name.map(JSON.string) : nil)
        ?? value(of: field, in: record, answering: request)
    }
    return HostileResponse(status: 200, sampler.value(route.output).text)
  }
}

extension HostileStore.Request {
  /// The route that is asked.
  var route: Route? {
    Route.all.first { "\($0.method.rawValue) \($0.path)" == line }
  }

  /// A text of the request's body.
  fileprivate func asked(_ name: String) -> String? {
    let body = try? JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
    return body?[name] as? String
  }
}
