// `import StoreKitTest` alone gives StoreKit's names, and client code relies on that.
@_exported public import OpenStoreKit
