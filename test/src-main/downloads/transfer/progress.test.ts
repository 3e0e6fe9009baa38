import { expect, test } from 'vitest';
import { createSpeedMeter } from '../../../../src-main/downloads/fetch-all.ts';
import { formatBytes } from '../../../../src-main/platform/storage/disk-errors.ts';

function createMeter() {
  let time = 0;
  const meter = createSpeedMeter(5000, () => time);
  const at = (milliseconds: number, bytes: number) => {
    time = milliseconds;
    meter.record(bytes);
  };
  return { meter, at };
}

test('knows no speed before the second sample', () => {
  const { meter, at } = createMeter();

  at(0, 100);

  expect(meter.read()).toBeNull();
});

test('measures bytes per second over the window', () => {
  const { meter, at } = createMeter();

  for (let second = 0; second <= 3; second += 1) at(second * 1000, second * 2_000_000);

  expect(meter.read()).toBe(2_000_000);
});

test('forgets what lies before the window', () => {
  const { meter, at } = createMeter();
  for (let second = 0; second <= 5; second += 1) at(second * 1000, second * 9_000_000);

  for (let second = 6; second <= 20; second += 1) at(second * 1000, 45_000_000 + (second - 5) * 1000);

  expect(meter.read()).toBe(1000);
});

test('starts over when a file starts over', () => {
  const { meter, at } = createMeter();
  at(0, 0);
  at(1000, 5000);

  at(2000, 0);

  expect(meter.read()).toBeNull();
});

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1.0 kB'],
  [1_234_567, '1.2 MB'],
  [3_000_000_000, '3.0 GB'],
])('writes %i bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
