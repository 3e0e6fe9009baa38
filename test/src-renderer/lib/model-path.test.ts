import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../setup/fixed-seed.ts';
import { findGuidCandidates } from '../../../src-renderer/lib/model-path.ts';

const uuid = '3f2c1b7e-1111-4222-8333-444455556666';

test('takes a leading uuid for certain', () => {
  const [first] = findGuidCandidates(`${uuid}-oak-chair`);

  expect(first).toEqual({ guid: uuid, isCertain: true });
});

test('takes a leading number for certain', () => {
  expect(findGuidCandidates('6372157-oak-chair')[0]).toEqual({ guid: '6372157', isCertain: true });
});

test('tries every cut of other names, longest first', () => {
  const guids = findGuidCandidates('oak-chair-01').map(({ guid }) => guid);

  expect(guids).toEqual(['oak-chair-01', 'oak-chair', 'oak']);
});

test('is not certain of a number inside a word', () => {
  expect(findGuidCandidates('12abc-chair').some(({ isCertain }) => isCertain)).toBe(false);
});

test.each(['', 'a/b', '..', 'a b', 'ä', 'x'.repeat(401)])('finds no model in the segment "%s"', (segment) => {
  expect(findGuidCandidates(segment)).toEqual([]);
});

test('never tries more than a dozen readings', () => {
  expect(findGuidCandidates(Array(50).fill('part').join('-'))).toHaveLength(12);
});

test('finds any uuid before any slug', () => {
  const slug = fc.stringMatching(/^[a-z0-9]{1,12}(-[a-z0-9]{1,8}){0,6}$/);

  fc.assert(
    fc.property(fc.uuid(), slug, (guid, words) => {
      expect(findGuidCandidates(`${guid}-${words}`)[0]?.guid).toBe(guid);
    }),
  );
});
