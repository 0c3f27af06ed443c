#ifndef CSETENV_H
#define CSETENV_H

// Nothing to call: what this library does, it does when it is loaded.

#endif
