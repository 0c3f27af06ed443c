import Foundation

/// The reason why a scenario cannot be played.
enum ScenarioError: Error, Hashable, Sendable {
  /// The argument is neither one of the program's own scenarios nor a file that can be read.
  case unreadable(argument: String)
  case tooLong(file: String, limit: Int)
  /// The file is not JSON, or a field is missing or has the wrong type.
  case malformed(file: String, reason: String)
  case unknownCustomer(name: String)
  case repeatedCustomer(name: String)
  /// The step, counted from 0, has two dates, two commands, or neither.
  case unclearStep(Int)
}

extension ScenarioError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unreadable(let argument):
      "'\(argument)' is neither a scenario nor a file that can be read: name a file, or one of "
        + BuiltInScenario.allCases.map(\.rawValue).joined(separator: ", ")
    case .tooLong(let file, let limit):
      "'\(file)' is longer than \(limit) bytes: split the scenario into several files"
    case .malformed(let file, let reason):
      "'\(file)' is not a scenario: \(reason). skdemo store scenario trial --show prints an example"
    case .unknownCustomer(let name):
      "a command names the customer '\(name)', whom the scenario does not have: add the name to its "
        + "customers"
    case .repeatedCustomer(let name):
      "the scenario has two customers with the name '\(name)': rename one of them"
    case .unclearStep(let index):
      "step \(index + 1) of the scenario needs one command or control, with at most one of after and "
        + "date: split it"
    }
  }
}
