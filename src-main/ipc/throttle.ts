/**
 * Runs an action at most once per interval: immediately after a pause, and once more at the end of a burst, so that the
 * last state is always published.
 */
export function createThrottle(intervalMs: number, action: () => void): () => void {
  let timer: NodeJS.Timeout | null = null;
  let isDue = false;

  function open(): void {
    timer = null;
    if (!isDue) return;
    isDue = false;
    request();
  }

  function request(): void {
    if (timer) {
      isDue = true;
      return;
    }
    timer = setTimeout(open, intervalMs);
    timer.unref();
    action();
  }

  return request;
}
