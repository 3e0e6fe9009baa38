/** Runs an action at most once per interval: at once after a pause, and at the end of a burst, for its last state. */
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
  readonly after: (milliseconds: number, action: () => void) => void;
};

const realClock: Clock = {
  now: () => performance.now(),
  after: (milliseconds, action) => void setTimeout(action, milliseconds).unref(),
};

/** The pause after the work, as a multiple of its duration. */
const pauseFactor = 10;
const leastPause = 100;

/** Runs work on request, never concurrently, under a tenth of the time; requests during a run share one. Ignores errors. */
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

/** Runs tasks one after another. Each starts in a later microtask, after its promise was returned. */
export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
