package import StoreAPI

extension Credentials: SchemaCodable {
  package static let schema = Schema.object(
    "Credentials", ["account": .name, "password": .password])
}

extension PasswordChange: SchemaCodable {
  package static let schema = Schema.object(
    "PasswordChange",
    ["oldPassword": .password, "newPassword": .password, "signsOutDevices": .boolean])
}

extension ChangedPassword: SchemaCodable {
  package static let schema = Schema.object(
    "ChangedPassword", ["signIn": SignIn.schema, "devices": .array(StoreDevice.schema)])
}

extension StoreAccount: SchemaCodable {
  package static let schema = Schema.object("Account", ["name": .name])
}

extension SignIn: SchemaCodable {
  package static let schema = Schema.object(
    "SignIn",
    ["account": StoreAccount.schema, "token": .token, "rootCertificate": .data])
}

extension StoreDevice: SchemaCodable {
  package static let schema = Schema.object(
    "Device", ["id": .name, "registrationDate": .date, "verificationID": .uuid])
}

extension Registration: SchemaCodable {
  package static let schema = Schema.object(
    "Registration",
    [
      "device": StoreDevice.schema, "token": .token, "rootCertificate": .data,
      "sequence": .whole, "epoch": .whole, "bundleID": .string,
    ])
}
