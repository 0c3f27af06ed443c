import HTTPTypes
package import StoreAPI

/// What a holder of the operator key may do: `StoreOperator`.
package enum OperatorEndpoints {
  /// A request that accepts `text/event-stream` gets the progress too.
  package static let perform = Endpoint<OperatorCommand, Answer<OperatorResult>>(
    .post, "/v1/operator", "performCommand", for: .operator, refusing: OperatorCommand.refusals,
    reporting: OperatorProgress.schema,
    "Carries out one command: each form of the body names what it does and how it is refused.")

  static let routes = [perform.route]
}
