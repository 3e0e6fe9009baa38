import { createHash } from 'node:crypto';
import { renameSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isIgnored } from '../../../../server/catalogue/write/names.ts';
import { keptFormats } from '../../../../server/contract/catalogue/kept-formats.ts';
import { objText } from '../../../helpers/library-folder.ts';
import { makeScannedLibrary } from '../../../helpers/library-scanner.ts';
import { packGlb, sampleGltfBuffer, sampleGltfDocument } from '../../../helpers/sample-files.ts';

const step = 'ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n';
const stl = `solid knob\n${'facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n'.repeat(4)}endsolid knob\n`;
const voxels = Buffer.concat([Buffer.from('GOX \x02\0\0\0'), Buffer.alloc(40)]);

function scanned(files: Readonly<Record<string, string | Uint8Array>>) {
  const library = makeScannedLibrary(files);
  const scenes = () =>
    library.db
      .prepare<[], [string, string]>(
        `SELECT title, group_concat(coalesce(place, relative_path), ' ' ORDER BY place) FROM file
         JOIN model ON model.id = model_id WHERE role = 'scene' GROUP BY model.id ORDER BY 2`,
      )
      .raw()
      .all()
      .map(([title, places]) => `${title}: ${places}`);
  return { ...library, scenes };
}

test('delivers the source of a print with its mesh', async () => {
  const { scan, scenes, problems } = scanned({
    'Part/STL/knob.stl': stl,
    'Part/STEP/knob.step': step,
    'Part/SCAD/knob.scad': 'cube([1, 2, 3]); // and no more of it than this line',
  });

  await scan();

  expect(scenes()).toEqual(['Knob: Part/SCAD/knob.scad Part/STEP/knob.step Part/STL/knob.stl']);
  expect(problems()).toEqual([]);
});

test('publishes what nothing here reads as models without a preview', async () => {
  const { scan, scenes, problems } = scanned({
    'Printer/frame.STEP': step,
    'Voxels/chr_knight.gox': voxels,
    'Voxels/house.gox': Buffer.concat([voxels, Buffer.from('house')]),
  });

  await scan();

  expect(scenes()).toHaveLength(3);
  expect(problems()).toEqual([]);
});

/** The same bytes in every run. */
const noise = Buffer.concat(
  Array.from({ length: 60 }, (_, index) => createHash('sha256').update(`noise ${index}`).digest()),
);
/** Some begin as a comment does, or as something packed: by chance. */
const noises = {
  noise,
  comment: Buffer.concat([Buffer.from('#'), noise]),
  packed: Buffer.concat([Buffer.from([0x1f, 0x8b, 0xe7]), noise]),
};
const known = ['max', 'blend', 'c4d', 'ma', 'mb', 'abc', 'skp', 'hip', 'unitypackage', '3ds'];
const begun = [...keptFormats].filter(([, begins]) => begins !== null).map(([format]) => format);

test('takes no noise for a file of a format that begins in a known way', async () => {
  const files = [...known, ...begun].flatMap((format) =>
    Object.entries(noises).map(([name, bytes]) => [`${format} ${name}/${name}.${format}`, bytes] as const),
  );
  const { scan, models, problems } = scanned(Object.fromEntries(files));

  await scan();

  expect(models()).toEqual([]);
  expect(problems()).toEqual(files.map(([place]) => `broken ${place}`).sort());
});

const avatar = (extensions: object) =>
  packGlb({ ...sampleGltfDocument({ triangles: 4 }), extensions }, sampleGltfBuffer({ triangles: 4 }));

test.each([
  ['VRM', { meta: { title: 'Ada', author: 'Bo', licenseName: 'CC_BY_SA' } }, 'CC-BY-SA'],
  [
    'VRMC_vrm',
    { meta: { name: 'Ada', authors: ['Bo', 'Cy'], licenseUrl: 'https://vrm.dev/licenses/1.0/' } },
    'VRM Public License 1.0',
  ],
])('reads an avatar and its licence from %s', async (extension, meta, licence) => {
  const { scan, db } = scanned({ 'Avatars/a1.vrm': avatar({ [extension]: meta }) });

  await scan();

  expect(db.prepare('SELECT title, license, attribution, triangles FROM model').get()).toMatchObject({
    title: 'Ada',
    license: licence,
    triangles: 4,
  });
});

test.each([
  '@Recycle',
  '@Recently-Snapshot',
  '~snapshot',
  '@tmp',
  '#recycle',
  '@eaDir',
  '#snapshot',
  '$RECYCLE.BIN',
])('takes a model in %s for deleted', async (bin) => {
  const { library, scan, models } = scanned({
    'Chairs/Old chair/chair.obj': objText(4, 'chair'),
    'Chairs/Lamp/lamp.obj': objText(5, 'lamp'),
    [`${bin}/readme.txt`]: 'bin',
  });
  await scan();

  renameSync(path.join(library.folder, 'Chairs/Old chair'), path.join(library.folder, bin, 'Old chair'));
  await scan();

  expect(models().map(({ title }) => title)).toEqual(['Lamp']);
});

test.each(['@ada', '#1 chair', 'snapshot', 'Template', '~old'])('looks into %s', (name) => {
  expect(isIgnored(name)).toBe(false);
});
