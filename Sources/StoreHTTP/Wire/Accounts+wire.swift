package import StoreAPI

extension Credentials: SchemaCodable {
  package static let schema = Schema.fields(
    of: Self.self, ["account": .name, "password": .password])
}

extension PasswordChange: SchemaCodable {
  package static let schema = Schema.fields(
    of: Self.self, ["oldPassword": .password, "newPassword": .password])
}

extension ChangedPassword: SchemaCodable {}

extension StoreAccount: SchemaCodable {
  package static let schema = Schema.fields(of: Self.self, named: "Account", ["name": .name])
}

extension SignIn: SchemaCodable {
  package static let schema = Schema.fields(of: Self.self, ["token": .token])
}

extension StoreDevice: SchemaCodable {
  package static let schema = Schema.fields(of: Self.self, named: "Device", ["id": .name])
}

extension Registration: SchemaCodable {
  package static let schema = Schema.fields(of: Self.self, ["token": .token])
}
