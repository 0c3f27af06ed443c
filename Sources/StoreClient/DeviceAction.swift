/// What makes a device ready.
package enum DeviceAction: Hashable, Sendable {
  /// Open the kept device.
  case open
  /// Open the kept device, unless the store says that it was removed.
  case openIfRegistered
  case register(NewDeviceName)
}

/// The name under which a new device is registered.
package struct NewDeviceName: Hashable, Sendable {
  /// What happens if another client registers the name first.
  package enum Conflict: Hashable, Sendable {
    /// The user chose the name: the store's refusal stands.
    case refuse
    case takeFree(besides: [String])
  }

  package let name: String
  /// Whether the store has a device of this name that was this client's: it is removed first.
  package let replacesDevice: Bool
  package let onConflict: Conflict

  package init(_ name: String, replacesDevice: Bool = false, onConflict: Conflict = .refuse) {
    self.name = name
    self.replacesDevice = replacesDevice
    self.onConflict = onConflict
  }

  /// The next free name, and the one after it if another client takes it first.
  package static func free(besides taken: [String]) -> NewDeviceName {
    NewDeviceName(DeviceNames.free(besides: taken), onConflict: .takeFree(besides: taken))
  }

  /// The name to try after the store has said that this one is taken; `nil` if there is none.
  package var next: NewDeviceName? {
    switch onConflict {
    case .refuse: nil
    case .takeFree(let taken): .free(besides: taken + [name])
    }
  }
}

/// The names that devices get if the user names none.
package enum DeviceNames {
  /// The first of `device-1`, `device-2` … that is not taken.
  package static func free(besides taken: [String]) -> String {
    let taken = Set(taken)
    return (1...).lazy.map { "device-\($0)" }.first { !taken.contains($0) } ?? "device"
  }
}
