type FrameLoop = {
  /** Requests one more frame; repeated requests give one. */
  readonly ask: () => void;
  readonly stop: () => void;
};

type Scheduler = {
  readonly request: (run: (milliseconds: number) => void) => number;
  readonly cancel: (handle: number) => void;
};

/** After a pause, such as a hidden window, motion continues from where it was. */
const longestStep = 0.1;

/** Renders only on request. `draw` gets the seconds since the last frame, 0 after a pause; true continues. */
export function createFrameLoop(draw: (seconds: number) => boolean, scheduler: Scheduler): FrameLoop {
  let handle: number | null = null;
  let last: number | null = null;
  let isStopped = false;
  const run = (now: number) => {
    handle = null;
    const seconds = last === null ? 0 : Math.min((now - last) / 1000, longestStep);
    if (draw(seconds)) ask();
    last = handle === null ? null : now;
  };
  const ask = () => {
    if (!isStopped) handle ??= scheduler.request(run);
  };
  return {
    ask,
    stop() {
      isStopped = true;
      if (handle !== null) scheduler.cancel(handle);
      handle = null;
    },
  };
}
