#ifndef C_SWIFT_JOBS_H
#define C_SWIFT_JOBS_H

/// Hands every job that is to run on no executor of its own to `take`, from now on and instead of
/// running it: each is what Swift calls an `UnownedJob`. Jobs come from any thread.
void swift_jobs_go_to(void (*_Nonnull take)(void *_Nonnull job));

#endif
