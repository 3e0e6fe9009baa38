import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseBytes } from './parse-bytes.ts';
import { type SoundSample, soundSamples } from './sound-samples.ts';

const formats = [...new Set(soundSamples.map(({ format }) => format))];
const named = soundSamples.map((sample): [string, SoundSample] => [sample.title, sample]);

function isWellFormed({
  triangles,
  references,
  problem,
  animated,
  rigged,
}: Awaited<ReturnType<typeof parseBytes>>): boolean {
  const isCount = triangles === null || (Number.isSafeInteger(triangles) && triangles >= 0);
  const isSentence = problem === null || /^file\.\w+ \P{C}{4,400}\.$/u.test(problem);
  const isForeseen = problem === null || !problem.includes('cannot be read (');
  const areTexts = references.every((reference) => reference !== '' && !reference.startsWith('/'));
  return (
    isCount &&
    isSentence &&
    isForeseen &&
    areTexts &&
    typeof animated === 'boolean' &&
    typeof rigged === 'boolean'
  );
}

test.each(formats)('answers random bytes named %s', async (format) => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      expect(await parseBytes(format, bytes)).toSatisfy(isWellFormed);
    }),
    { numRuns: 150 },
  );
});

type Mutation = { readonly at: number; readonly removed: number; readonly added: Uint8Array };

function mutate(bytes: Uint8Array, mutations: readonly Mutation[]): Uint8Array {
  return mutations.reduce((changed: Uint8Array, { at, removed, added }) => {
    const start = at % (changed.length + 1);
    return Buffer.concat([changed.subarray(0, start), added, changed.subarray(start + removed)]);
  }, bytes);
}

const telling = fc.constantFrom(0, 0xff, 0x7f, 0x80, 10, 13, 34, 45, 60, 62, 92, 48, 57);
const mutation = fc.record({
  at: fc.nat(10_000),
  removed: fc.nat(4),
  added: fc.array(fc.oneof(telling, fc.nat(255)), { maxLength: 4 }).map((bytes) => Uint8Array.from(bytes)),
});

test.each(named)('answers a %s changed at random', async (_, { format, bytes }) => {
  await fc.assert(
    fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 4 }), async (mutations) => {
      expect(await parseBytes(format, mutate(bytes, mutations))).toSatisfy(isWellFormed);
    }),
    { numRuns: 150 },
  );
});

test.each(named)('answers a %s cut off anywhere', async (_, { format, bytes }) => {
  for (let length = 0; length < bytes.length; length += 1) {
    expect(await parseBytes(format, bytes.subarray(0, length))).toSatisfy(isWellFormed);
  }
});
