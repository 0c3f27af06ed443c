import HTTPTypes
package import StoreAPI
package import StoreOperatorAPI

/// The endpoints of `StoreOperator`, for a holder of the operator key.
package enum OperatorEndpoints {
  /// A request that accepts `text/event-stream` gets the progress too.
  package static let perform = Endpoint<OperatorCommand, Answer<OperatorResult>>(
    .post, "/v1/operator", "performCommand", for: .operator, refusing: OperatorCommand.refusals,
    reporting: OperatorProgress.schema,
    "Performs one command. Each form of the body documents its effect and its errors.")

  static let routes = [perform.route]
}
