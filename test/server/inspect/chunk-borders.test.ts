import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseBytes } from './parse-bytes.ts';
import { type SoundSample, soundSamples } from './sound-samples.ts';

const named = soundSamples.map((sample): [string, SoundSample] => [sample.title, sample]);

test.each(named)('finds no fault with a sound %s', async (_, { format, bytes }) => {
  const found = await parseBytes(format, bytes);

  expect(found.problem).toBeNull();
});

test.each(named)('reads %s the same in any pieces', async (_, { format, bytes }) => {
  const whole = await parseBytes(format, bytes);

  for (const chunkBytes of [1, 2, 3, 5, 7, 16, 31]) {
    expect(await parseBytes(format, bytes, { chunkBytes })).toEqual(whole);
  }
});

test.each(named)('finds the same faults of %s in any pieces', async (_, { format, bytes }) => {
  const cut = fc.record({ length: fc.nat(bytes.length), chunkBytes: fc.integer({ min: 1, max: 40 }) });

  await fc.assert(
    fc.asyncProperty(cut, async ({ length, chunkBytes }) => {
      const whole = await parseBytes(format, bytes.subarray(0, length));
      expect(await parseBytes(format, bytes.subarray(0, length), { chunkBytes })).toEqual(whole);
    }),
    { numRuns: 60 },
  );
});
