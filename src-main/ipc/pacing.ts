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

type Clock = {
  readonly now: () => number;
  /** Calls back after so many milliseconds. */
  readonly after: (milliseconds: number, action: () => void) => void;
};

const realClock: Clock = {
  now: () => performance.now(),
  after: (milliseconds, action) => void setTimeout(action, milliseconds).unref(),
};

/** How many times as long as the work the pause after it is. */
const pauseFactor = 10;
const leastPause = 100;

/**
 * Runs work whenever it is asked for, but never twice at once, and so rarely that it takes less than a tenth of the time.
 * Requests that come meanwhile share the next run. A failure is that run's own affair.
 */
export function createPaced(work: () => Promise<void>, clock: Clock = realClock): () => void {
  let isBusy = false;
  let isWanted = false;

  async function run(): Promise<void> {
    isWanted = false;
    const start = clock.now();
    await work().catch(() => undefined);
    clock.after(Math.max(leastPause, (clock.now() - start) * pauseFactor), () => {
      isBusy = false;
      if (isWanted) request();
    });
  }

  function request(): void {
    isWanted = true;
    if (isBusy) return;
    isBusy = true;
    void run();
  }

  return request;
}

export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Does one piece of work after another, each from a later microtask on: what it returns is known before it begins. */
export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
