#include "CSetenv.h"

#include <stdlib.h>

/// Moves the environment away from the arguments, before the program's own code runs.
__attribute__((constructor)) static void set_a_variable(void) {
  setenv("SET_BY_A_PRELOADED_LIBRARY", "1", 1);
}
