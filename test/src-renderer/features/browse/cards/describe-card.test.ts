import { expect, test } from 'vitest';
import { describeDetail, nameCard } from '../../../../../src-renderer/features/browse/cards/describe-card.ts';
import { makeRecord } from '../../../site/catalogue.ts';

test('shows the triangles of the topology that matched', () => {
  const found = { ...makeRecord(1), matchedLod: '1k', matchedTriangles: 984 } as const;

  expect([describeDetail(makeRecord(1)), describeDetail(found)]).toEqual(['8,519 tris', '1k · 984 tris']);
  expect(nameCard(found, { inLibrary: null, isUnlocked: false })).toContain(', 1k · 984 tris, ');
});
