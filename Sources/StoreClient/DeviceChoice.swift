/// The device of the account that this process uses.
package enum DeviceChoice: Hashable, Sendable {
  /// The client's usual device, which is registered at first use.
  case usual
  /// The device with this name.
  case named(String)
  /// A new device. Without a name, the next free name is taken.
  case new(named: String?)

  /// Creates the choice of a command or an environment that can request a new device and can name
  /// one.
  package init(isNew: Bool, name: String?) {
    self = isNew ? .new(named: name) : name.map(Self.named) ?? .usual
  }

  /// The name under which the client looks for a device that it keeps; `nil` for a new device.
  func keptName(usual: String) -> String? {
    switch self {
    case .usual: usual
    case .named(let name): name
    case .new: nil
    }
  }
}
