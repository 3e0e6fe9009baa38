import { expect, test } from 'vitest';
import {
  listFacets,
  listImported,
} from '../../../../../src-renderer/features/browse/filters/value-facets.tsx';
import { emptySelection } from '../../../../../src-renderer/features/browse/store/selection.ts';
import { answerFilters } from '../../../site/answer-discovery.ts';
import { makeRecord } from '../../../site/catalogue.ts';

const formats = ['glb', 'gltf', 'fbx', 'obj', 'usdz', 'max', 'unitypackage', 'blend', '3mf'];

test.each([
  ['3dsmax', ['fbx', 'obj', 'max']],
  ['unity', ['glb', 'fbx', 'obj', 'unitypackage']],
  ['blender', ['glb', 'gltf', 'fbx', 'obj', 'usdz', 'blend']],
] as const)('knows which formats open in %s', (app, imported) => {
  expect(listImported(app, formats)).toEqual(imported);
});

const alike = { ...makeRecord(1), formats: ['fbx'], lods: ['1k' as const], tags: ['wood'] };
const list = (records: readonly (typeof alike)[], selection = emptySelection) =>
  listFacets(selection, answerFilters(records, new URLSearchParams()));
const titlesOf = (lists: ReturnType<typeof list>) => lists.map(({ title }) => title);

test('offers no choice between models that are alike', () => {
  expect(titlesOf(list([alike, alike]))).toEqual([]);
});

test('offers what some models have and others lack', () => {
  const facets = list([alike, { ...alike, formats: ['fbx', 'max'] }]);

  expect(titlesOf(facets)).toEqual(['Format']);
  expect(facets[0]?.choices.map(({ key }) => key)).toEqual(['fbx', 'max']);
});

test('keeps what is chosen, though all have it', () => {
  const facets = list([alike], { ...emptySelection, formats: ['fbx'], triMin: 12 });

  expect(titlesOf(facets)).toEqual(['Format', 'Opens in', 'Triangles']);
});

test('leaves out negatives, and tags of one model', () => {
  const moving = { ...alike, animated: true, tags: ['wood', 'hero'] };
  const facets = list([alike, alike, moving]);

  expect(facets.flatMap(({ choices }) => choices.map(({ label }) => label))).toEqual(['Animated']);
});
