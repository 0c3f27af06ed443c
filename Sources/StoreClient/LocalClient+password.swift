package import StoreAPI

extension LocalClient {
  /// Gives the account another password, and keeps this client's new sign-in.
  ///
  /// Every other client of the account is signed out. The client stays the device that it usually is;
  /// if the devices are signed out too, it registers that one again at its next use.
  ///
  /// - Returns: The new sign-in, and the devices that stay signed in.
  /// - Throws: ``LocalClientError`` if nobody is signed in here, the store has revoked the sign-in or
  ///   another store answers: it did not receive a password. `StoreError` if the store refuses, and
  ///   ``LocalClientError/passwordChanged(because:)`` if the new sign-in cannot be kept.
  package func changePassword(_ change: PasswordChange) async throws -> ChangedPassword {
    try await locked {
      guard let account = file.read() else {
        throw LocalClientError.notSignedIn(connection.location)
      }
      let trust = RootTrust(named: nil, kept: account.signIn.rootCertificate)
      try trust.check(try await accounts.root().value)
      let changed = try await send(change, by: account)
      try trust.check(changed.signIn.rootCertificate)
      try account.check(changed.signIn)
      do {
        try file.write(account.signedInAgain(changed.signIn))
      } catch {
        throw LocalClientError.passwordChanged(because: error.sentence)
      }
      return changed
    }
  }

  /// Sends the change; if the sign-in is revoked, an earlier attempt may have done it.
  private func send(
    _ change: PasswordChange, by account: SignedInAccount
  ) async throws -> ChangedPassword {
    do {
      return try await accounts.changePassword(change, signIn: account.signIn.token).value
    } catch StoreError.unauthorized {
      return try await completeEarlier(change, by: account)
    }
  }

  /// Finds the change that an earlier attempt has made, whose answer was lost, and signs the devices
  /// out if it did not.
  ///
  /// - Throws: ``LocalClientError`` if there was none: then the sign-in was revoked otherwise.
  private func completeEarlier(
    _ change: PasswordChange, by account: SignedInAccount
  ) async throws -> ChangedPassword {
    do {
      let signIn = try await signIn(with: change.newPassword, account)
      let devices = try await accounts.devices(signIn: signIn.token).value
      guard change.signsOutDevices, !devices.isEmpty else {
        return ChangedPassword(signIn: signIn, devices: devices)
      }
      var rest = change
      rest.oldPassword = change.newPassword
      return try await accounts.changePassword(rest, signIn: signIn.token).value
    } catch StoreError.signInRefused {
      throw try await refusal(of: account.signIn)
    }
  }

  private func signIn(
    with password: String, _ account: SignedInAccount
  ) async throws -> SignIn {
    let credentials = Credentials(account: account.signIn.account.name, password: password)
    let tokens = knownTokens(of: credentials.account, account)
    let token = tokens.first { $0.root == account.signIn.rootCertificate }?.token
    return try await accounts.signIn(credentials, token: token).value
  }
}
