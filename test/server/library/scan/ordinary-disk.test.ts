import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Db } from '../../../../server/base/db/open-database.ts';
import { isScene } from '../../../../server/library/recognise/scene-files.ts';
import { makeScannedLibrary } from '../../../helpers/library-scanner.ts';
import { sampleZip } from '../../../helpers/sample-archives.ts';
import { hasSharedModels, readSharedModels, sharedModelsFolder } from '../../../helpers/shared-models.ts';

const note = hasSharedModels ? '' : ' (skipped: no real models beside the project)';

/** Models that lie each in a folder of their own, with everything as its author gave it. */
const isAlone = (id: string) => !id.startsWith('obj-') && !id.startsWith('stl-');

const spiders = [
  { archive: 'Spider (OBJ).zip', id: 'obj-spider' },
  { archive: 'spider_fbx.zip', id: 'fbx-spider' },
];

function copyModels(libraryDir: string) {
  const expected = new Map<string, string>();
  const copy = (from: string, to: string) => {
    mkdirSync(path.join(libraryDir, path.dirname(to)), { recursive: true });
    cpSync(path.join(sharedModelsFolder, from), path.join(libraryDir, to));
  };
  const isZipped = (id: string) => spiders.some((spider) => spider.id === id);
  for (const { id, main, files } of readSharedModels().filter(({ id }) => !isZipped(id))) {
    // OBJ files with what they need make a pack with folders of formats, STL files a flat one; the others stay apart.
    const folder = isAlone(id) ? `Downloads/${id}` : id.startsWith('obj-') ? 'Obj pack/OBJ' : 'Prints';
    for (const file of files) copy(`${id}/${file}`, `${folder}/${file}`);
    expected.set(`${folder}/${main}`, id);
  }
  // What the authors of the OBJ files give as FBX, too, lies beside them in a folder of that format, or came as one archive each.
  for (const [id, file] of [
    ['fbx-chest-gold', 'chest_gold.fbx'],
    ['fbx-table-long-decorated-c', 'table_long_decorated_C.fbx'],
  ] as const) {
    copy(`${id}/${file}`, `Obj pack/FBX/${file}`);
    expected.set(`Obj pack/FBX/${file}`, id);
  }
  mkdirSync(path.join(libraryDir, 'Shop'));
  for (const { archive, id } of spiders) {
    const files = readSharedModels().find((model) => model.id === id)?.files ?? [];
    const entries = files.map((name) => ({
      name,
      content: readFileSync(path.join(sharedModelsFolder, id, name)),
    }));
    writeFileSync(path.join(libraryDir, 'Shop', archive), sampleZip(entries));
    for (const name of files.filter(isScene)) expected.set(`Shop/${archive}/${name}`, id);
  }
  return expected;
}

/** Files with a problem; those with a flaw are published all the same. */
const namesLeftOut = (db: Db) =>
  db.prepare<[], string>("SELECT path FROM problem WHERE kind <> 'flaw'").pluck().all();

test.skipIf(!hasSharedModels)(`publishes or names every file of an ordinary disk${note}`, async () => {
  const { library, scan, db } = makeScannedLibrary({});
  const expected = copyModels(library.folder);

  await scan();

  const places = db
    .prepare<[], { guid: string; place: string }>(
      `SELECT guid, place FROM file JOIN model ON model.id = file.model_id WHERE role = 'scene' ORDER BY place`,
    )
    .all();
  const published = new Map(places.map(({ guid, place }) => [place, guid]));
  const named = new Set(namesLeftOut(db));
  const missed = [...expected.keys()].filter((place) => !published.has(place) && !named.has(place));
  expect(missed).toEqual([]);

  // One model has one guid, and one guid is one model: formats of the pack, and one print in two encodings.
  const models = Map.groupBy(published, ([, guid]) => guid);
  const shared = [...models.values()]
    .map((group) => group.map(([place]) => path.posix.basename(place)).sort())
    .filter(({ length }) => length > 1);
  expect(shared.sort()).toEqual([
    ['Spider_ascii.stl', 'Spider_binary.stl'],
    ['chest_gold.fbx', 'chest_gold.obj'],
    ['spider.fbx', 'spider.obj'],
    ['table_long_decorated_C.fbx', 'table_long_decorated_C.obj'],
  ]);
  const broken = [...named].filter((place) => !place.startsWith('Downloads/bad-'));
  expect(broken).toEqual([]);
  expect(readdirSync(library.folder).sort()).toEqual(['.db', 'Downloads', 'Obj pack', 'Prints', 'Shop']);
});

test.skipIf(!hasSharedModels)(`publishes every model of a disk of archives${note}`, async () => {
  const { library, scan, db } = makeScannedLibrary({});
  const expected: string[] = [];
  mkdirSync(path.join(library.folder, 'Shop'));
  for (const { id, main, files } of readSharedModels().filter(({ id }) => isAlone(id))) {
    const entries = files.map((file) => ({
      name: `${id}/${file}`,
      content: readFileSync(path.join(sharedModelsFolder, id, file)),
    }));
    writeFileSync(path.join(library.folder, `Shop/${id}.zip`), sampleZip(entries));
    expected.push(`Shop/${id}.zip/${id}/${main}`);
  }

  await scan();

  const scenes = new Set(db.prepare<[], string>("SELECT place FROM file WHERE role = 'scene'").pluck().all());
  const named = namesLeftOut(db);
  expect(expected.filter((place) => !scenes.has(place) && !named.includes(place))).toEqual([]);
  expect(named.filter((place) => !place.startsWith('Shop/bad-'))).toEqual([]);
});
