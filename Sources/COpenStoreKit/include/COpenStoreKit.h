#ifndef COPENSTOREKIT_H
#define COPENSTOREKIT_H

/// Returns what OpenStoreKitConnection connects a process by; null unless the program links it.
///
/// The caller owns one reference to the Swift object that it points to.
void *_Nullable openstorekit_linked_connector(void);

#endif
