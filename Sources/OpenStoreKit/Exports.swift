// Apple's StoreKit re-exports both, and files that import only it rely on that.
@_exported public import Foundation
@_exported public import Observation
