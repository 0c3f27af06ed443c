package import Foundation
import HTTPTypes
package import StoreAPI

/// The requests that anyone may send to a store, and those of a machine with its sign-in:
/// `StoreAccounts`.
package enum AccountEndpoints {
  package static let root = Endpoint<NoInput, Answer<Data>>(
    .get, "/v1/root", "root", for: .anyone,
    "The root certificate (DER) of everything that the store signs.")

  package static let signUp = Endpoint<Credentials, Answer<SignIn>>(
    .post, "/v1/sign-up", "signUp", for: .anyone,
    refusing: [.invalidName, .invalidPassword, .accountExists, .tooManyAttempts],
    "Makes an account and signs in to it.")

  package static let signIn = Endpoint<Credentials, Answer<SignIn>>(
    .post, "/v1/sign-in", "signIn", for: .anyone, recognizing: [.signIn, .device],
    refusing: [.signInRefused, .tooManyAttempts],
    "Signs a machine in to an account. With a token of the account, other sign-ins do not delay it."
  )

  package static let signOut = Endpoint<NoInput, StoreTime>(
    .post, "/v1/sign-out", "signOut", for: .signIn,
    "Revokes this machine's sign-in; its devices stay signed in.")

  package static let signOutEverywhere = Endpoint<NoInput, Answer<[StoreDevice]>>(
    .post, "/v1/sign-out-everywhere", "signOutEverywhere", for: .signIn,
    "Revokes every machine's sign-in to the account, and returns its devices, which stay signed in."
  )

  package static let changePassword = Endpoint<PasswordChange, Answer<ChangedPassword>>(
    .post, "/v1/password", "changePassword", for: .signIn,
    refusing: [.signInRefused, .invalidPassword, .tooManyAttempts],
    "Changes the account's password, revokes every sign-in, and signs this machine in again.")

  package static let devices = Endpoint<NoInput, Answer<[StoreDevice]>>(
    .get, "/v1/devices", "devices", for: .signIn, "The account's devices, oldest first.")

  package static let registerDevice = Endpoint<NewDevice, Answer<Registration>>(
    .post, "/v1/devices", "registerDevice", for: .signIn,
    refusing: [.deviceExists, .tooManyDevices, .invalidName],
    "Registers a new device. The same name and token mean the same registration.")

  package static let removeDevice = Endpoint<DeviceName, Answer<StoreDevice>>(
    .post, "/v1/devices/remove", "removeDevice", for: .signIn, refusing: [.unknownDevice],
    "Signs a device out permanently.")

  static let routes = [
    root.route, signUp.route, signIn.route, signOut.route, signOutEverywhere.route,
    changePassword.route, devices.route, registerDevice.route, removeDevice.route,
  ]
}

/// A device to register with the account that is signed in.
package struct NewDevice: SchemaCodable, Hashable {
  package var device: String
  /// Chosen by the client that registers the device.
  package var token: DeviceToken

  package init(device: String, token: DeviceToken) {
    self.device = device
    self.token = token
  }

  package static let schema = Schema.fields(
    of: Self.self, ["device": .name, "token": .deviceToken])
}

/// A device of the account that is signed in.
package struct DeviceName: SchemaCodable, Hashable {
  package var device: String

  package init(device: String) {
    self.device = device
  }

  package static let schema = Schema.fields(of: Self.self, ["device": .name])
}
