/// The action that makes a device ready.
enum DeviceAction: Hashable {
  /// Open the kept device.
  case open
  /// Open the kept device, unless the store says that it was removed.
  case openIfRegistered
  case register(NewDeviceName)
}

/// The name under which a new device is registered.
struct NewDeviceName: Hashable {
  var name: String
  /// Whether the store has a device of this name that was this client's: it is removed first.
  var replacesDevice = false
  /// The other names that are taken, if this one may be replaced by a free name.
  ///
  /// `nil` if the user chose the name: the store's refusal stands.
  var taken: [String]?

  /// The next free name, and the one after it if another client takes it first.
  static func free(besides taken: [String]) -> NewDeviceName {
    NewDeviceName(name: DeviceNames.free(besides: taken), taken: taken)
  }

  /// The name to try after the store has said that this one is taken; `nil` if there is none.
  var next: NewDeviceName? { taken.map { .free(besides: $0 + [name]) } }
}

/// The names that devices get if the user names none.
enum DeviceNames {
  /// The first of `device-1`, `device-2` … that is not taken.
  static func free(besides taken: [String]) -> String {
    let taken = Set(taken)
    return (1...).lazy.map { "device-\($0)" }.first { !taken.contains($0) } ?? "device"
  }
}
