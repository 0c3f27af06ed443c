import AppStoreServerAPI

// Each endpoint has a file in this folder.
extension StoreEngine: StoreServerAPI {}
