import { describe, expect, test } from 'vitest';
import type { Topology } from '../../../../../src-renderer/features/model/store/file-choice.ts';
import {
  explainNoView,
  findFirstSource,
  listViewOffers,
} from '../../../../../src-renderer/features/model/store/view-source.ts';

type Lod = Topology['lod'];

function topology(lod: Lod, ...names: readonly string[]): Topology {
  const files = names.map((name): Topology['files'][number] => {
    const [fileName = '', size = '1000'] = name.split(':');
    const format = fileName.split('.').at(-1) ?? '';
    const role = ['png', 'mtl'].includes(format) ? 'texture' : 'scene';
    return {
      ...{ guid: 'g', format, lod, fileName, role, sizeBytes: Number(size), triangles: 12 },
      ...{ relativePath: `${lod}/${fileName}`, variant: null, sha256: '', contentType: '' },
      ...{ supportFilesCount: 0, supportBytes: 0 },
    };
  });
  return { lod, folder: lod, formats: [], files };
}
const owned = { priceUsd: 2, unlocked: true };
const unpaid = { priceUsd: 2, unlocked: false };

test('begins with the lightest topology, in the format that is read best', () => {
  const offers = listViewOffers(
    [topology('1k', 'a.usdz', 'a.fbx', 'wood bark.png'), topology('10k', 'a.glb')],
    unpaid,
  );

  expect(findFirstSource(offers)).toMatchObject({
    lod: '1k',
    format: 'fbx',
    address: '/viewer-asset/g/files/1k/a.fbx',
    siblings: [{ relativePath: '1k/wood bark.png', url: '/viewer-asset/g/files/1k/wood%20bark.png' }],
  });
});

test.each([
  [null, [true, false]],
  [unpaid, [true, false]],
  [owned, [true, true]],
  [{ priceUsd: 0, unlocked: false }, [true, true]],
])('opens what a person with %o has', (pricing, isOpen) => {
  const offers = listViewOffers([topology('1k', 'a.glb'), topology('100k', 'a.glb')], pricing);

  expect(offers.map((offer) => offer.isOpen)).toEqual(isOpen);
});

describe('says why there is no view', () => {
  const explain = (topologies: readonly Topology[], isSignedIn = true) => {
    const offers = listViewOffers(topologies, isSignedIn ? unpaid : null);
    return [findFirstSource(offers), explainNoView(topologies, offers, isSignedIn)];
  };

  test.each([
    ['of formats', [topology('1k', 'a.max', 'a.blend')], 'No 3D preview: browsers cannot read MAX, BLEND.'],
    [
      'of what is locked',
      [topology('10k', 'a.glb')],
      'No 3D preview yet: this model has no 1k topology. Unlock it to view it here.',
    ],
    [
      'of size',
      [topology('1k', 'a.obj:300000000')],
      'No 3D preview: a.obj is 300 MB; browsers can show up to 101 MB.',
    ],
    ['of no files', [topology('1k', 'a.png')], 'No 3D preview: this model has no scene files.'],
  ])('because %s', (_reason, topologies, words) => {
    expect(explain(topologies)).toEqual([null, words]);
  });

  test('because nobody is signed in', () => {
    expect(explain([topology('source', 'a.fbx')], false)[1]).toMatch(/^No 3D preview yet: .* Sign in/);
  });
});
