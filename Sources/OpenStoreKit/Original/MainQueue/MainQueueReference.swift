/// A weak reference to an object of the app that only the main queue uses.
///
/// An app adds its observers and its delegate from any thread, and original StoreKit calls them on the
/// main queue. They need not be `Sendable`, so the reference is kept by its address: reading a weak
/// reference is safe on every thread, and the methods of the object are called on the main queue only.
final class MainQueueReference: Sendable {
  /// Identifies the object, even while it is being released.
  let identity: ObjectIdentifier
  /// The address of a ``WeakReference``, which this object retains.
  private let address: UInt

  init(_ object: AnyObject) {
    identity = ObjectIdentifier(object)
    address = UInt(bitPattern: Unmanaged.passRetained(WeakReference(object)).toOpaque())
  }

  deinit { reference?.release() }

  /// The object; `nil` if the app has released it.
  var object: AnyObject? { reference?.takeUnretainedValue().object }

  private var reference: Unmanaged<WeakReference>? {
    UnsafeRawPointer(bitPattern: address).map { Unmanaged.fromOpaque($0) }
  }
}

private final class WeakReference {
  weak let object: AnyObject?

  init(_ object: AnyObject) { self.object = object }
}
