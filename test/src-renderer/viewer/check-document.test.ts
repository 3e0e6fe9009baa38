import { expect, test } from 'vitest';
import { checkDocument } from '../../../src-renderer/viewer/reading/check-document.ts';
import { ReadError } from '../../../src-renderer/viewer/reading/read-error.ts';
import { hostileGlbs, packGlb, triangle, triangleBytes } from '../../helpers/hostile-glb.ts';

type Node = { readonly mesh?: number; readonly children?: readonly unknown[] };

function check(nodes: readonly Node[]): string | null {
  const glb = packGlb(JSON.stringify({ ...triangle(), nodes }), triangleBytes);
  return checkBytes(glb);
}

/** What is wrong with it; null where nothing is. */
function checkBytes(glb: Buffer): string | null {
  try {
    checkDocument(new Uint8Array(glb).buffer);
    return null;
  } catch (error) {
    return error instanceof ReadError ? error.message : String(error);
  }
}

const chain = (length: number): readonly Node[] =>
  Array.from({ length }, (_, index) => (index === length - 1 ? { mesh: 0 } : { children: [index + 1] }));

test('takes nodes as deep as people nest them', () => {
  const shared = [{ children: [1, 2] }, { children: [2] }, { mesh: 0 }];

  expect([check(chain(400)), check(chain(400).toReversed().map(turn)), check(shared)]).toEqual([
    null,
    null,
    null,
  ]);
});

/** A node of a chain that is listed the other way round. */
function turn(node: Node, index: number): Node {
  return node.children === undefined ? node : { children: [index - 1] };
}

test.each([
  ['deeper than any page can follow', chain(600)],
  ['thousands of levels deep', chain(19_000)],
])('refuses nodes %s before they are made', (_, nodes) => {
  expect(check(nodes)).toBe('tooLarge');
});

test.each([
  ['that is its own parent', [{ mesh: 0, children: [0] }]],
  ['below itself', [{ children: [1] }, { children: [2] }, { mesh: 0, children: [1] }]],
])('refuses a node %s', (_, nodes) => {
  expect(check(nodes)).toBe('damaged');
});

test('passes over children that are no nodes', () => {
  expect(check([{ mesh: 0, children: [7, -1, 0.5, 'x', null] }])).toBe(null);
});

test('refuses the hostile chain without a stack overflow', () => {
  expect(checkBytes(hostileGlbs['nodes fifteen thousand levels deep']?.() ?? Buffer.alloc(0))).toBe(
    'tooLarge',
  );
});
