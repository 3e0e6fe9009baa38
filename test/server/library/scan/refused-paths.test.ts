import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { objText, simpleModel } from '../../../helpers/library-folder.ts';
import { makeScannedLibrary } from '../../../helpers/library-scanner.ts';

const isWindows = process.platform === 'win32';
const note = isWindows ? ' (skipped: Windows cannot store such names)' : '';
const long = Array.from({ length: 4 }, (_, index) => `${index}`.repeat(60)).join('/');

test.skipIf(isWindows).each([
  ['a backslash', 'dir\\thing.obj', 'backslash'],
  ['a way out in backslashes', 'x\\..\\..\\thing.obj', 'backslash'],
  ['a drive', 'C:\\thing.obj', 'backslash'],
  ['a drive without backslash', 'C:thing.obj', 'one of :'],
  ['a UNC path', '\\\\server\\share\\thing.obj', 'backslash'],
  ['a stream', 'thing.obj:hidden', 'one of :'],
  ['a device', 'CON', 'reserved name'],
  ['a device with an ending', 'nul.obj', 'reserved name'],
  ['a port', 'COM1.obj', 'reserved name'],
  ['a folder of a device', 'aux/thing.obj', 'reserved name'],
  ['a dot at the end', 'thing.obj.', 'ends in a dot or a space'],
  ['a space at the end', 'thing.obj ', 'ends in a dot or a space'],
  ['a folder with a dot at the end', 'dir./thing.obj', 'ends in a dot or a space'],
  ['a line break', 'thing\n.obj', 'character that does not show'],
  ['a mark that turns the direction', 'wood\u202egpj.obj', 'character that does not show'],
  ['a space without a width', 'thing\u200b.obj', 'character that does not show'],
  ['a mark of the byte order', '\ufeffthing.obj', 'character that does not show'],
  ['a joiner that joins nothing', 'thi\u200dng.obj', 'character that does not show'],
  ['a filler', 'thing\u3164.obj', 'character that does not show'],
  ['241 characters', `${long}/thing.obj`, 'longer than 240'],
])(`refuses a path with %s${note}`, async (_, name, why) => {
  const { library, db, scan, files, problems } = makeScannedLibrary(simpleModel('safe'));
  library.write({ [`safe/1k/${name}`]: objText(7, 'refused') });

  await scan();

  const reasons = db.prepare<[], string>('SELECT reason FROM problem').pluck().all();
  expect(problems()).toEqual([`name safe/1k/${name}`]);
  expect(reasons[0]).toContain(why);
  expect(files()).toHaveLength(6);
});

test.skipIf(isWindows).each([
  ['in case', 'Thing.OBJ', '1k/thing.obj'],
  ['in a folder', 'Textures/wood.png', '1k/textures/wood.png'],
])(`refuses a path that is another's twin %s${note}`, async (_, name, other) => {
  const { library, scan, files, problems } = makeScannedLibrary(simpleModel('safe'));
  library.write({ [`safe/1k/${name}`]: objText(7, 'twin') });

  await scan();

  const stored = files().map((file) => String(file.relative_path).toLowerCase());
  expect(problems().filter((problem) => problem.startsWith('name '))).toHaveLength(1);
  expect(stored.filter((file) => file === other).length).toBeLessThanOrEqual(1);
});

test('refuses the second of two Unicode twins', async () => {
  const { library, scan, files, problems } = makeScannedLibrary(simpleModel('safe'));
  library.write({
    'safe/1k/caf\u00e9.obj': objText(2, 'composed'),
    'safe/1k/cafe\u0301.obj': objText(3, 'decomposed'),
  });

  await scan();

  expect(problems()).toHaveLength(1);
  expect(files().filter((file) => String(file.relative_path).startsWith('1k/caf'))).toHaveLength(1);
});

test.skipIf(process.platform !== 'linux')('lists a name that is no text', async () => {
  const { library, scan, files, problems } = makeScannedLibrary(simpleModel('safe'));
  const place = Buffer.concat([
    Buffer.from(path.join(library.folder, 'safe/1k/')),
    Buffer.from([0xff, 0x2e, 0x6f]),
  ]);
  writeFileSync(place, 'x');

  await scan();

  expect(problems()).toEqual(['name safe/1k/\uFFFD.o']);
  expect(files()).toHaveLength(6);
});

test.skipIf(isWindows)(`lists links at every depth and follows none${note}`, async () => {
  const { library, scan, files, problems, models } = makeScannedLibrary(simpleModel('safe'));
  const link = (target: string, name: string) => symlinkSync(target, path.join(library.folder, name));
  library.write(simpleModel('.outside/secret'));
  link(path.join(library.folder, '.outside/secret'), 'linked model');
  link('..', 'safe/1k/loop');
  link('/etc/passwd', 'safe/1k/passwd.obj');
  link(library.folder, 'safe/loop');
  link('nowhere', 'safe/10k/dangling.obj');

  await scan();

  expect(models()).toHaveLength(1);
  expect(files()).toHaveLength(6);
  expect(problems()).toEqual([
    'link linked model',
    'link safe/10k/dangling.obj',
    'link safe/1k/loop',
    'link safe/1k/passwd.obj',
    'link safe/loop',
  ]);
});

test.skipIf(isWindows)(`reads no pipe that lies in a model${note}`, async () => {
  const { library, scan, files, problems } = makeScannedLibrary(simpleModel('safe'));
  execFileSync('mkfifo', [path.join(library.folder, 'safe/1k/pipe.obj')]);

  await scan();

  expect(problems()).toEqual(['link safe/1k/pipe.obj']);
  expect(files()).toHaveLength(6);
});

test('refuses a metadata file that is a link', async () => {
  const { library, scan, models, problems } = makeScannedLibrary(
    simpleModel('.other/source', { title: 'Stolen' }),
  );
  mkdirSync(path.join(library.folder, 'plain/1k'), { recursive: true });
  library.write({ 'plain/1k/thing.obj': objText(2) });
  symlinkSync(
    path.join(library.folder, '.other/source/product.json'),
    path.join(library.folder, 'plain/product.json'),
  );

  await scan();

  expect(models()).toEqual([]);
  expect(problems()).toEqual(['link plain/product.json', 'metadata plain/product.json']);
});
