/* libfaketime stops faking inside epoll_wait, also for signal handlers that run there: Postgres then reads the real
 * time when a timer rings and never ends a wait (lock_timeout, deadlock_timeout, statement_timeout).
 * Preloaded before it, this one goes to the kernel directly. */
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

int epoll_wait(int set, struct epoll_event *events, int max, int timeout) {
  return syscall(SYS_epoll_pwait, set, events, max, timeout, 0, 8);
}
