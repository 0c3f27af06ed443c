// Apple's StoreKit re-exports both, and some files rely on that.
@_exported public import Foundation
@_exported public import Observation
