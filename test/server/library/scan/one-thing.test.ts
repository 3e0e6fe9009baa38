import { expect, test } from 'vitest';
import { writeTitle } from '../../../../server/library/recognise/title.ts';
import { objText } from '../../../helpers/library-folder.ts';
import { makeScannedLibrary } from '../../../helpers/library-scanner.ts';
import { sampleZip } from '../../../helpers/sample-archives.ts';

test('joins the visual and collision meshes of a link', async () => {
  const { scan, models } = makeScannedLibrary({
    'arm/meshes/r1/collision/forearm.stl':
      'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n',
    'arm/meshes/r1/visual/forearm.obj': objText(4, 'forearm'),
    'arm/meshes/r1/visual/wrist.obj': objText(5, 'wrist'),
  });

  await scan();

  expect(models().map(({ title }) => title)).toEqual(['Forearm', 'Wrist']);
});

test('takes an archive for what it contains beside it', async () => {
  const { scan, models, problems } = makeScannedLibrary({
    'Scans/barrel.obj': objText(4, 'barrel'),
    'Scans/barrel.zip': sampleZip([{ name: 'barrel.obj', content: objText(5, 'barrel') }]),
    'Scans/crate.zip': sampleZip([{ name: 'crate.obj', content: objText(6, 'crate') }]),
  });

  await scan();

  expect(models().map(({ title }) => title)).toEqual(['Barrel', 'Crate']);
  expect(problems()).toEqual(['left-out Scans/barrel.zip']);
});

test.each([
  ['Sofa_Milano', 'Sofa Milano'],
  ['Nach_Rueckkehr', 'Nach Rueckkehr'],
  ['old_chair', 'Old chair'],
  ['McUsd', 'McUsd'],
  ['BoxTextured-glTF', 'Box Textured glTF'],
  ['P_XPM_0331_01', 'P XPM 0331 01'],
  ['SM_Chair', 'Chair'],
])('keeps the capitals of %s', (name, title) => {
  expect(writeTitle(name)).toBe(title);
});
