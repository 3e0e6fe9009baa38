/* Loaded before a program (LD_PRELOAD): while the file that SOAK_EIO names exists, writing and flushing of any SQLite
   database file of the process ends with EIO, as on a broken disk. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int fails(int descriptor) {
  const char *control = getenv("SOAK_EIO");
  char link[64], target[4096];
  if (control == NULL || access(control, F_OK) != 0) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, target, sizeof target - 1);
  if (length < 0) return 0;
  target[length] = 0;
  return strstr(target, "lodestock.db") != NULL;
}

#define BROKEN(descriptor) if (fails(descriptor)) { errno = EIO; return -1; }

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  static ssize_t (*next)(int, const void *, size_t, off_t);
  if (!next) next = dlsym(RTLD_NEXT, "pwrite");
  BROKEN(descriptor)
  return next(descriptor, bytes, count, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  static ssize_t (*next)(int, const void *, size_t, off64_t);
  if (!next) next = dlsym(RTLD_NEXT, "pwrite64");
  BROKEN(descriptor)
  return next(descriptor, bytes, count, offset);
}

int fsync(int descriptor) {
  static int (*next)(int);
  if (!next) next = dlsym(RTLD_NEXT, "fsync");
  BROKEN(descriptor)
  return next(descriptor);
}

int fdatasync(int descriptor) {
  static int (*next)(int);
  if (!next) next = dlsym(RTLD_NEXT, "fdatasync");
  BROKEN(descriptor)
  return next(descriptor);
}
