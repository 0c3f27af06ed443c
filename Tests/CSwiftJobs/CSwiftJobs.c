#include "CSwiftJobs.h"

#define SWIFT_CALL __attribute__((swiftcall))

typedef SWIFT_CALL void (*run_job)(void *job);

/// A variable of Swift's runtime: what is called in place of the runtime's own executor.
extern SWIFT_CALL void (*swift_task_enqueueGlobal_hook)(void *job, run_job original);

static void (*taker)(void *job);

static SWIFT_CALL void take(void *job, run_job original) {
  (void)original;
  taker(job);
}

void swift_jobs_go_to(void (*take_job)(void *job)) {
  taker = take_job;
  swift_task_enqueueGlobal_hook = take;
}
