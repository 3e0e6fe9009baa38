import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createThrottle } from '../../../../src-main/platform/ipc/pacing.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('runs ten times a second at most', () => {
  const action = vi.fn();
  const request = createThrottle(100, action);

  for (let time = 0; time < 1000; time += 5) {
    request();
    vi.advanceTimersByTime(5);
  }

  expect(action.mock.calls.length).toBeGreaterThanOrEqual(10);
  expect(action.mock.calls.length).toBeLessThanOrEqual(11);
});

test('tells the last state of a burst', () => {
  let state = 0;
  const seen: number[] = [];
  const request = createThrottle(100, () => seen.push(state));

  for (state = 1; state < 5; state += 1) request();
  vi.advanceTimersByTime(100);

  expect(seen).toEqual([1, 5]);
});

test('is quiet when nothing more happens', () => {
  const action = vi.fn();
  const request = createThrottle(100, action);

  request();
  vi.advanceTimersByTime(1000);

  expect(action).toHaveBeenCalledOnce();
});
