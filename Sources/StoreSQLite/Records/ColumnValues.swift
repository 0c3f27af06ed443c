import GRDB
import StoreAPI

// Columns hold the words and numbers of signed payloads.
extension ProductType: DatabaseValueConvertible {}
extension TransactionReason: DatabaseValueConvertible {}
extension OfferType: DatabaseValueConvertible {}
extension OfferDiscountType: DatabaseValueConvertible {}
extension RevocationReason: DatabaseValueConvertible {}
extension RevocationType: DatabaseValueConvertible {}
extension ExpirationIntent: DatabaseValueConvertible {}
