import { expect, test } from 'vitest';
import { type Inspection, noFindings } from '../../../../server/inspect/inspection.ts';
import { openFolderFacts } from '../../../../server/library/scan/folders/folder-facts.ts';

const sums = { sizeBytes: 12, sha256: 'ab'.repeat(32), crc32: 7 };
const told: Inspection = {
  ...sums,
  triangles: 0,
  animated: true,
  rigged: true,
  references: ['wood.png'],
  referencedSizes: { 'wood.png': 5 },
  requires: ['KHR_texture_basisu'],
  problem: 'It is broken.',
};

function reopen(inspection: Inspection) {
  const facts = openFolderFacts(null);
  facts.remember('1k/chair.glb', 'stamp', inspection);
  return openFolderFacts(facts.serialize());
}

test.each([
  ['nothing but its sums', { ...noFindings, ...sums }],
  ['every finding', told],
])('recalls a file of which it knows %s', (_, inspection) => {
  const recalled = reopen(inspection).recallInspection('1k/chair.glb', 'stamp');

  expect(recalled).toEqual(inspection);
});

test.each([
  ['another stamp', '1k/chair.glb', 'later'],
  ['another path', '1k/table.glb', 'stamp'],
  ['a name of every object', 'constructor', 'stamp'],
])('recalls nothing for %s', (_, path, stamp) => {
  const recalled = reopen(told).recallInspection(path, stamp);

  expect(recalled).toBeUndefined();
});

test('reads facts that an earlier version wrote whole', () => {
  const facts = openFolderFacts(JSON.stringify({ '1k/chair.glb': ['stamp', told] }));

  const recalled = facts.recallInspection('1k/chair.glb', 'stamp');

  expect(recalled).toEqual(told);
});

test('forgets what was neither recalled nor remembered', () => {
  const facts = reopen(told);

  const written = facts.serialize();

  expect(written).toBe('{}');
});
