import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createProblems } from '../../../../server/catalogue/write/problems.ts';
import { createFileStamps } from '../../../../server/files/file-stamps.ts';
import { openLibraryFiles } from '../../../../server/files/library-files.ts';
import { createLibraryPlaces } from '../../../../server/files/library-places.ts';
import { objText } from '../../../helpers/library-folder.ts';
import { makeScannedLibrary, scannedLibrary } from '../../../helpers/library-scanner.ts';
import { png } from '../../../helpers/ordinary-folders.ts';
import { type SampleEntry, sampleZip } from '../../../helpers/sample-archives.ts';

const chairEntries: readonly SampleEntry[] = [
  { name: 'chair.obj', content: objText(4, 'chair', 'chair.mtl') },
  { name: 'chair.mtl', content: 'newmtl wood\nmap_Kd textures/wood.png\n' },
  { name: 'textures/wood.png', content: png },
  { name: '__MACOSX/._chair.obj', content: 'litter' },
];
const chairZip = sampleZip(chairEntries);
const reasonsOf = (db: Parameters<typeof createProblems>[0]) =>
  createProblems(db)
    .list()
    .map(({ kind, path: where, reason }) => `${kind} ${where}: ${reason}`);
const unpackedOf = (libraryDir: string) => {
  const folder = path.join(libraryDir, '.db', 'unpacked');
  return existsSync(folder) ? readdirSync(folder) : [];
};

test('publishes the model in an archive like a folder', async () => {
  const { scan, models, files, problems } = makeScannedLibrary({ 'Furniture/Dining_chair.zip': chairZip });

  const result = await scan();

  expect(result).toEqual({ models: 1, changed: 1, removed: 0, problems: 0 });
  expect(models()).toMatchObject([
    { folder: 'Furniture/Dining_chair.zip', title: 'Chair', category: 'Furniture', triangles: 4 },
  ]);
  expect(files().map(({ relative_path }) => relative_path)).toEqual([
    '1k/chair.mtl',
    '1k/chair.obj',
    '1k/textures/wood.png',
  ]);
  expect(problems()).toEqual([]);
});

test('serves the files of an archive from the data folder', async () => {
  const { library, db } = await scannedLibrary({ 'Furniture/chair.zip': chairZip });

  const unpackedDir = path.join(library.folder, '.db', 'unpacked');
  const places = createLibraryPlaces({
    db,
    libraryDir: library.folder,
    unpackedDir,
    publishedDir: '/nowhere',
    derivedDir: unpackedDir,
  });
  const served = openLibraryFiles({ db, places, stamps: createFileStamps(db), clock: Date.now });
  const row = db
    .prepare<[], { relativePath: string; place: string; sizeBytes: number; sha256: string }>(
      "SELECT relative_path AS relativePath, place, size_bytes AS sizeBytes, sha256 FROM file WHERE format = 'png'",
    )
    .get();

  const handle = await served.open({ folder: 'Furniture/chair.zip' }, Object(row));
  const bytes = await handle.readFile();
  await handle.close();

  expect(row?.place).toBe('Furniture/chair.zip/textures/wood.png');
  expect(bytes.equals(png)).toBe(true);
});

test('publishes each model of a packed collection', async () => {
  const { models } = await scannedLibrary({
    'Props.zip': sampleZip([
      { name: 'Props/Barrels/barrel_01.obj', content: objText(4, 'barrel') },
      { name: 'Props/Barrels/barrel_02.obj', content: objText(5, 'barrel two') },
      { name: 'Props/License.txt', content: 'CC0 1.0 Universal' },
    ]),
  });

  expect(models().map(({ title, folder }) => [title, folder])).toEqual([
    ['Barrel 01', 'Props.zip/Props/Barrels/barrel 01*'],
    ['Barrel 02', 'Props.zip/Props/Barrels/barrel 02*'],
  ]);
});

test('takes topology folders in an archive as they are', async () => {
  const { models, files } = await scannedLibrary({
    'Oak_table.zip': sampleZip([
      { name: '1k/table.obj', content: objText(4, 'table') },
      { name: 'source/table.max', content: 'whatever 3ds Max writes' },
    ]),
  });

  expect(models()).toMatchObject([{ folder: 'Oak_table.zip', title: 'Oak table' }]);
  expect(files().map(({ relative_path }) => relative_path)).toEqual(['1k/table.obj', 'source/table.max']);
});

test('unpacks archives in an archive', async () => {
  const inner = sampleZip([{ name: 'chair.obj', content: objText(4, 'chair') }]);
  const { files } = await scannedLibrary({
    'shop.zip': sampleZip([{ name: 'obj/chair_obj.zip', content: inner }]),
  });

  expect(files()).toMatchObject([{ relative_path: '1k/chair.obj' }]);
});

test('names an archive in too many others', async () => {
  let packed = sampleZip([{ name: 'chair.obj', content: objText(4, 'chair') }]);
  for (let depth = 0; depth < 3; depth += 1) packed = sampleZip([{ name: 'a.zip', content: packed }]);
  const { scan, db } = makeScannedLibrary({ 'a.zip': packed });

  const { models } = await scan();

  expect(models).toBe(0);
  expect(reasonsOf(db)).toEqual([
    'left-out a.zip/a.zip/a.zip/a.zip: It is an archive in more than 3 others. Unpack it into a folder here.',
  ]);
});

test('unpacks an unchanged archive no second time', async () => {
  const { library, scan, inspected } = await scannedLibrary({ 'Furniture/chair.zip': chairZip });

  const first = inspected();
  const [sha256 = ''] = unpackedOf(library.folder);
  const unpacked = path.join(library.folder, '.db', 'unpacked', sha256, 'chair.obj');
  const before = readFileSync(unpacked, 'utf8');

  const result = await scan();

  expect(result).toMatchObject({ models: 1, changed: 0 });
  expect([first, inspected()]).toEqual([3, 3]);
  expect(readFileSync(unpacked, 'utf8')).toBe(before);
});

test('unpacks again what was lost from the data folder', async () => {
  const { library, scan } = await scannedLibrary({ 'Furniture/chair.zip': chairZip });

  const before = unpackedOf(library.folder);
  rmSync(path.join(library.folder, '.db', 'unpacked'), { recursive: true });

  const result = await scan();

  expect(result).toMatchObject({ models: 1, changed: 0, removed: 0 });
  expect(unpackedOf(library.folder)).toEqual(before);
});

test('keeps the guid of an archive that moves', async () => {
  const { library, scan, models } = await scannedLibrary({
    'B/chair.zip': chairZip,
    'B/other.obj': objText(9, 'other'),
  });

  const before = models().find(({ title }) => title === 'Chair');
  library.write({ 'A/note.txt': 'a' });
  renameSync(path.join(library.folder, 'B/chair.zip'), path.join(library.folder, 'A/seat.zip'));

  const result = await scan();

  expect(result).toMatchObject({ models: 2, removed: 0 });
  expect(models().find(({ title }) => title === 'Chair')).toMatchObject({
    guid: before?.guid,
    folder: 'A/seat.zip',
  });
});

test('takes the new content of an archive as a new version', async () => {
  const { library, scan, models } = await scannedLibrary({ 'chair.zip': chairZip });

  const before = unpackedOf(library.folder);
  const changed = [
    { name: 'chair.obj', content: objText(6, 'chair', 'chair.mtl') },
    ...chairEntries.slice(1),
  ];
  library.write({ 'chair.zip': sampleZip(changed) });

  await scan();

  expect(models()).toMatchObject([{ version: 2, triangles: 6 }]);
  const after = unpackedOf(library.folder);
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
});

test('removes what was unpacked when its archive goes', async () => {
  const { library, scan } = await scannedLibrary({ 'chair.zip': chairZip, 'table.obj': objText(9, 'table') });

  library.remove('chair.zip');

  const result = await scan();

  expect(result).toMatchObject({ models: 1, removed: 1 });
  expect(unpackedOf(library.folder)).toEqual([]);
});

test('keeps one copy of an archive that lies in two places', async () => {
  const { library, scan, problems } = makeScannedLibrary({
    'A/chair.zip': chairZip,
    'B/chair.zip': chairZip,
  });

  const { models } = await scan();

  expect(models).toBe(1);
  expect(unpackedOf(library.folder)).toHaveLength(1);
  expect(problems()).toEqual(['copy B/chair.zip/chair.obj']);
});

const hostile: readonly (readonly [name: string, zip: Buffer, reason: RegExp])[] = [
  ['leads out', sampleZip([{ name: '../chair.obj', content: objText(4) }]), /points outside the archive/],
  ['is absolute', sampleZip([{ name: '/etc/chair.obj', content: objText(4) }]), /points outside the archive/],
  [
    'names a drive',
    sampleZip([{ name: 'C:\\chair.obj', content: objText(4) }]),
    /points outside the archive/,
  ],
  ['is encrypted', encrypted(chairZip), /protected with a password/],
  ['is cut off', chairZip.subarray(0, chairZip.length - 60), /directory at its end is missing/],
  ['is damaged', damaged(chairZip), /damaged/],
  ['is not a ZIP', Buffer.from('Rar!'), /is not a ZIP archive/],
  ['has no model', sampleZip([{ name: 'wood.png', content: png }]), /has no 3D file/],
  [
    'lies about its size',
    sampleZip([{ name: 'chair.obj', content: objText(4), promisedBytes: 2 ** 31 }]),
    /more than 250 times its size/,
  ],
];

test.each(hostile)('names an archive that %s, and publishes the rest', async (_, zip, reason) => {
  const { library, scan, db } = makeScannedLibrary({ 'bad.zip': zip, 'good/table.obj': objText(4, 'table') });

  const { models } = await scan();

  expect(models).toBe(1);
  expect(reasonsOf(db)).toEqual([expect.stringMatching(/^left-out bad\.zip: The archive /)]);
  expect(reasonsOf(db)[0]).toMatch(reason);
  expect(unpackedOf(library.folder)).toEqual([]);
});

test('names each entry that cannot be unpacked', async () => {
  const { scan, db } = makeScannedLibrary({
    'pack.zip': sampleZip([
      { name: 'a/chair.obj', content: objText(4) },
      { name: 'a/CHAIR.obj', content: objText(5) },
      { name: 'a/aux.obj', content: objText(6) },
      { name: 'a/table.uasset', content: 'Unreal' },
      { name: 'a/chair.obj/inside.obj', content: objText(7) },
      { name: 'a/lamp.rar', content: 'Rar!' },
      { name: 'link.obj', content: '/etc/passwd', unixMode: 0o120777 },
    ]),
  });

  const { models } = await scan();

  expect(models).toBe(1);
  expect(reasonsOf(db).map((line) => line.split(':')[0])).toEqual([
    'name pack.zip/a/CHAIR.obj',
    'name pack.zip/a/aux.obj',
    'name pack.zip/a/chair.obj/inside.obj',
    'left-out pack.zip/a/lamp.rar',
    'left-out pack.zip/a/table.uasset',
    'name pack.zip/link.obj',
  ]);
});

test('keeps the models of an archive that a scan cannot read', async () => {
  const { library, scan, models } = await scannedLibrary({
    'A/chair.zip': chairZip,
    'B/table.obj': objText(9, 'table'),
  });

  renameSync(path.join(library.folder, 'A'), path.join(library.folder, '.A'));
  library.write({ 'A/.keep': '' });

  await scan();

  expect(models()).toHaveLength(2);
  expect(unpackedOf(library.folder)).toHaveLength(1);
});

function encrypted(zip: Buffer): Buffer {
  const copy = Buffer.from(zip);
  const directory = copy.indexOf('PK\x01\x02', 0, 'latin1');
  copy.writeUInt16LE(copy.readUInt16LE(directory + 8) | 1, directory + 8);
  return copy;
}

function damaged(zip: Buffer): Buffer {
  const copy = Buffer.from(zip);
  const at = 30 + 'chair.obj'.length + 8;
  copy.writeUInt8(copy.readUInt8(at) ^ 0xff, at);
  return copy;
}
