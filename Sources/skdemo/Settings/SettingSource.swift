import Foundation

/// The place from which the value of a setting comes.
enum SettingSource: Hashable, Sendable {
  case option
  /// The name of the variable.
  case environment(String)
  case file(URL)
  /// Nobody has set it.
  case standard

  /// The word for programs.
  var name: String {
    switch self {
    case .option: "option"
    case .environment: "environment"
    case .file: "file"
    case .standard: "standard"
    }
  }

  /// The variable or the file; `nil` for the others.
  var place: String? {
    switch self {
    case .environment(let variable): variable
    case .file(let url): url.path(percentEncoded: false)
    case .option, .standard: nil
    }
  }
}
