import { expect, test } from 'vitest';
import { createFrameLoop } from '../../../src-renderer/viewer/frame-loop.ts';

/** A screen whose frames the test shows. */
function createScreen() {
  const waiting = new Map<number, (now: number) => void>();
  let handles = 0;
  return {
    waiting,
    scheduler: {
      request: (run: (now: number) => void) => {
        handles += 1;
        waiting.set(handles, run);
        return handles;
      },
      cancel: (handle: number) => void waiting.delete(handle),
    },
    show(now: number) {
      const runs = [...waiting.values()];
      waiting.clear();
      for (const run of runs) run(now);
    },
  };
}

test('draws once however often it is asked', () => {
  const screen = createScreen();
  const steps: number[] = [];
  const loop = createFrameLoop((seconds) => steps.push(seconds) < 0, screen.scheduler);

  loop.ask();
  loop.ask();
  screen.show(1000);

  expect(steps).toEqual([0]);
  expect(screen.waiting.size).toBe(0);
});

test('goes on by itself while something moves', () => {
  const screen = createScreen();
  const steps: number[] = [];
  const loop = createFrameLoop((seconds) => steps.push(seconds) < 3, screen.scheduler);

  loop.ask();
  for (const now of [1000, 1020, 1050, 1080]) screen.show(now);

  expect(steps.map((seconds) => seconds.toFixed(2))).toEqual(['0.00', '0.02', '0.03']);
  expect(screen.waiting.size).toBe(0);
});

test('begins at no time after a rest', () => {
  const screen = createScreen();
  const steps: number[] = [];
  const loop = createFrameLoop((seconds) => steps.push(seconds) < 0, screen.scheduler);

  loop.ask();
  screen.show(1000);
  loop.ask();
  screen.show(9000);

  expect(steps).toEqual([0, 0]);
});

test('counts a pause of the screen as a short step', () => {
  const screen = createScreen();
  const steps: number[] = [];
  const loop = createFrameLoop((seconds) => steps.push(seconds) < 2, screen.scheduler);

  loop.ask();
  screen.show(1000);
  screen.show(60_000);

  expect(steps).toEqual([0, 0.1]);
});

test('keeps its time while drawing asks for more', () => {
  const screen = createScreen();
  const steps: number[] = [];
  const loop = createFrameLoop((seconds) => {
    if (steps.push(seconds) < 2) loop.ask();
    return false;
  }, screen.scheduler);

  loop.ask();
  screen.show(1000);
  screen.show(1016);

  expect(steps.map((seconds) => seconds.toFixed(3))).toEqual(['0.000', '0.016']);
});

test('draws nothing once it is stopped', () => {
  const screen = createScreen();
  const steps: number[] = [];
  const loop = createFrameLoop((seconds) => steps.push(seconds) < 9, screen.scheduler);
  loop.ask();

  loop.stop();
  loop.ask();
  screen.show(1000);

  expect(steps).toEqual([]);
});
