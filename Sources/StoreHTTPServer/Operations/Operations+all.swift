import HTTPService
import Logging
import StoreAPI
import StoreHTTP

extension Operations {
  /// Every operation of a store.
  init(
    _ store: ServedStore, operatorKey: String, _ limits: RequestLimits,
    _ readiness: ReadinessMonitor, _ metrics: StoreMetrics, _ logger: Logger
  ) {
    let scheduler = RequestScheduler(limits)
    self.init(bodySize: limits.bodySize, scheduler: scheduler)
    let backends = DeviceBackends(store: store, scheduler: scheduler)
    let authenticator = Authenticator(store, backends, scheduler, operatorKey: operatorKey)
    serveAccounts(authenticator.anyone, authenticator.returning, authenticator.signIn)
    serveDevices(authenticator.device)
    let commands = CommandOperation(
      authentication: authenticator.operator, metrics: metrics, logger: logger,
      bodySize: bodySize(for: .operator))
    add(commands.operation)
    serveMeta(authenticator.anyone, readiness, metrics)
    let stream = UpdateStream(
      backends: backends, devices: PermitLimiter(perKey: limits.streamsPerDevice),
      accounts: PermitLimiter(perKey: limits.streamsPerAccount), metrics: metrics, logger: logger,
      bodySize: limits.bodySize)
    add(stream.operation)
  }

  private mutating func serveAccounts(
    _ anyone: Authentication<any StoreAccounts>, _ returning: Authentication<ReturningClient>,
    _ machine: Authentication<SignedInClient>
  ) {
    typealias Endpoints = AccountEndpoints
    serve(Endpoints.root, anyone) { _, accounts in try await accounts.root() }
    serve(Endpoints.signUp, anyone) { input, accounts in try await accounts.signUp(input) }
    serve(Endpoints.signIn, returning) { input, machine in
      try await machine.accounts.signIn(input, token: machine.token)
    }
    serve(Endpoints.signOut, machine) { _, machine in
      try await machine.accounts.signOut(signIn: machine.token)
    }
    serve(Endpoints.signOutEverywhere, machine) { _, machine in
      try await machine.accounts.signOutEverywhere(signIn: machine.token)
    }
    serve(Endpoints.changePassword, machine, cost: .password) { input, machine in
      try await machine.accounts.changePassword(input, signIn: machine.token)
    }
    serve(Endpoints.devices, machine) { _, machine in
      try await machine.accounts.devices(signIn: machine.token)
    }
    serve(Endpoints.registerDevice, machine) { input, machine in
      try await machine.accounts.registerDevice(
        input.device, token: input.token, signIn: machine.token)
    }
    serve(Endpoints.removeDevice, machine) { input, machine in
      try await machine.accounts.removeDevice(input.device, signIn: machine.token)
    }
  }

  private mutating func serveDevices(_ device: Authentication<any StoreBackend>) {
    typealias Endpoints = DeviceEndpoints
    serve(Endpoints.storefront, device) { _, store in try await store.storefront() }
    serve(Endpoints.productIDs, device) { _, store in try await store.productIDs() }
    serve(Endpoints.products, device) { input, store in try await store.products(input.ids) }
    serve(Endpoints.quote, device) { input, store in
      try await store.quote(input.productID, quantity: input.quantity, offer: input.offer())
    }
    serve(Endpoints.offerCode, device) { input, store in try await store.offerCode(input.code) }
    serve(Endpoints.purchase, device) { order, store in try await store.purchase(order) }
    serve(Endpoints.settle, device) { input, store in try await store.settle(input.key) }
    serve(Endpoints.purchases, device) { _, store in try await store.purchases() }
    serve(Endpoints.transactions, device, cost: .page) { input, store in
      try await store.transactions(input)
    }
    serve(Endpoints.transaction, device) { input, store in try await store.transaction(input.id) }
    serve(Endpoints.unfinished, device, cost: .page) { input, store in
      try await store.unfinished(after: input.after, limit: input.limit)
    }
    serve(Endpoints.finish, device) { input, store in try await store.finish(input.ids) }
    serve(Endpoints.detectRollback, device) { input, store in
      try await store.detectRollback(input.signedTransaction)
    }
    serve(Endpoints.perform, device) { command, store in try await store.perform(command) }
    serve(Endpoints.appTransaction, device) { _, store in try await store.appTransaction() }
    serve(Endpoints.receipt, device, cost: .page) { _, store in try await store.receipt() }
  }
}
