#include "COpenStoreKit.h"

// OpenStoreKitConnection defines it. A weak reference asks nothing of the linker if it does not, and
// costs a program's start nothing.
extern void *openstorekit_make_connector(void) __attribute__((weak));

void *openstorekit_linked_connector(void) {
  return openstorekit_make_connector ? openstorekit_make_connector() : 0;
}
