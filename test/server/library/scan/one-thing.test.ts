import { expect, test } from 'vitest';
import { writePng } from '../../../../.ci/demo/write-png.ts';
import { writeTitle } from '../../../../server/library/recognise/title.ts';
import { objText } from '../../../helpers/library-folder.ts';
import { makeScannedLibrary, scannedLibrary } from '../../../helpers/library-scanner.ts';
import { sampleZip } from '../../../helpers/sample-archives.ts';

test('joins the visual and collision meshes of a link', async () => {
  const { models } = await scannedLibrary({
    'arm/meshes/r1/collision/forearm.stl':
      'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n',
    'arm/meshes/r1/visual/forearm.obj': objText(4, 'forearm'),
    'arm/meshes/r1/visual/wrist.obj': objText(5, 'wrist'),
  });

  expect(models().map(({ title }) => title)).toEqual(['Forearm', 'Wrist']);
});

test('joins meshes in folders that say so with another word', async () => {
  const { models } = await scannedLibrary({
    'arm/visual_meshes/forearm.obj': objText(4, 'forearm'),
    'arm/collision_meshes/forearm.obj': objText(5, 'hull'),
  });

  expect(models().map(({ title }) => title)).toEqual(['Forearm']);
});

test.each([
  'UCX_crate',
  'crate_hull',
  'crate_convex_02',
  'crate-phys',
  'crate_col',
  'crate.collision',
  'Crate Proxy',
])('takes %s for the simple shape of the crate beside it', async (name) => {
  const { models } = await scannedLibrary({
    'Yard/crate.obj': objText(4, 'crate'),
    [`Yard/${name}.obj`]: objText(5, 'simple'),
    'Yard/ship_hull.obj': objText(6, 'hull'),
  });

  expect(models().map(({ title }) => title)).toEqual(['Crate', 'Ship hull']);
});

test('adds its folder to a title that others have, and to no title that people gave', async () => {
  const { scan, models, library, db } = makeScannedLibrary({
    'Robots/ur5/base.obj': objText(4, 'five'),
    'Robots/ur5/wrist.obj': objText(5, 'wrist'),
    'Robots/ur10/meshes/base.obj': objText(6, 'ten'),
    'Robots/ur10/meshes/elbow.obj': objText(7, 'elbow'),
    'Old/ur10/base.obj': objText(8, 'old'),
    'Old/ur10/lid.obj': objText(9, 'lid'),
    'Own/base/1k/base.obj': objText(10, 'own'),
    'Own/base/product.json': '{"title":"Base"}',
  });
  const titles = () =>
    models()
      .map(({ title }) => title)
      .sort();
  const all = ['Base', 'Base · ur10 · Old', 'Base · ur10 · Robots', 'Base · ur5', 'Elbow', 'Lid', 'Wrist'];

  await scan();

  expect(titles()).toEqual(all);
  const seen = db.prepare('SELECT number FROM revision WHERE id = 2').pluck().get();
  await scan();
  expect(db.prepare('SELECT number FROM revision WHERE id = 2').pluck().get()).toBe(seen);
  library.write({ 'Robots/ur5/wrist.obj': objText(20, 'wrist') });
  await scan();
  expect(titles()).toEqual(all);
});

test('looks for the titles of a changed folder alone', async () => {
  const { scan, models, library, db } = await scannedLibrary({
    'Robots/ur5/wrist.obj': objText(5, 'wrist'),
    'Robots/ur10/elbow.obj': objText(7, 'elbow'),
    'Old/ur10/lid.obj': objText(9, 'lid'),
    'Old/ur3/cap.obj': objText(3, 'cap'),
  });

  db.exec("UPDATE model SET title = 'Lid' WHERE title = 'Cap'");

  library.write({ 'Robots/ur5/elbow.obj': objText(20, 'elbow') });
  await scan(['Robots/ur5']);

  const titles = models().map(({ title }) => title);
  expect(titles.sort()).toEqual(['Elbow · ur10', 'Elbow · ur5', 'Lid', 'Lid', 'Wrist']);
});

test('takes a folder with a model.config for one model, as that describes it', async () => {
  const { models, db } = await scannedLibrary({
    'gz/cessna/model.config':
      '<?xml version="1.0"?><model><name>Cessna &amp; flaps</name><author><name>Ann</name></author><description>A plane.</description></model>',
    'gz/cessna/model.sdf': '<sdf/>',
    'gz/cessna/meshes/left_flap.obj': objText(4, 'left'),
    'gz/cessna/meshes/right_flap.obj': objText(5, 'right'),
    'gz/cessna/meshes/body.obj': objText(6, 'body'),
  });

  expect(models().map(({ title }) => title)).toEqual(['Cessna & flaps']);
  expect(db.prepare('SELECT description, attribution FROM model').all()).toEqual([
    { description: 'A plane.', attribution: 'Cessna & flaps by Ann' },
  ]);
});

test('gives the tiles of a texture to the models whose materials name them', async () => {
  const { db } = await scannedLibrary({
    'set/orc.obj': `mtllib orc.mtl\nusemtl skin\n${objText(4, 'orc')}`,
    'set/orc.mtl': 'newmtl skin\nmap_Kd textures/skin_<UVTILE>.png\nmap_Bump textures/bump.<UDIM>.png\n',
    'set/elf.obj': objText(5, 'elf'),
    ...Object.fromEntries(
      ['skin_u1_v1', 'skin_u2_v1', 'bump.1001', 'bump.1002', 'bump.old'].map((name, index) => [
        `set/textures/${name}.png`,
        writePng(() => [0, 0, index / 9], 4),
      ]),
    ),
  });

  const textures = db.prepare(
    "SELECT relative_path FROM file JOIN model ON model.id = model_id WHERE title = 'Orc' AND role = 'texture' ORDER BY 1",
  );
  expect(textures.pluck().all()).toEqual(
    ['bump.1001', 'bump.1002', 'skin_u1_v1', 'skin_u2_v1'].map((name) => `1k/textures/${name}.png`),
  );
});

test('passes over what a game engine makes again', async () => {
  const { models } = await scannedLibrary({
    'Game/Assets/chair.obj': objText(4, 'chair'),
    'Game/ProjectSettings/ProjectVersion.txt': 'm_EditorVersion: 2021.3.1f1',
    'Game/Library/PackageCache/lamp.obj': objText(5, 'lamp'),
    'World/World.uproject': '{}',
    'World/Content/stone.obj': objText(6, 'stone'),
    'World/Saved/rock.obj': objText(7, 'rock'),
    'Books/Library/shelf.obj': objText(8, 'shelf'),
  });

  expect(models().map(({ title }) => title)).toEqual(['Shelf', 'Chair', 'Stone']);
});

test('takes an archive for what it contains beside it', async () => {
  const { models, problems } = await scannedLibrary({
    'Scans/barrel.obj': objText(4, 'barrel'),
    'Scans/barrel.zip': sampleZip([{ name: 'barrel.obj', content: objText(5, 'barrel') }]),
    'Scans/spot/spot.obj': objText(8, 'spot'),
    'Scans/spot.zip': sampleZip([{ name: 'spot/spot.obj', content: objText(7, 'spot') }]),
    'Scans/crate.zip': sampleZip([{ name: 'crate.obj', content: objText(6, 'crate') }]),
  });

  expect(models().map(({ title }) => title)).toEqual(['Barrel', 'Crate', 'Spot']);
  expect(problems()).toEqual(['left-out Scans/barrel.zip', 'left-out Scans/spot.zip']);
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
