import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Db } from '../../server/base/db/open-database.ts';
import { madeLods, nearestLevel } from '../../server/catalogue/model/nearest-level.ts';
import { isScene } from '../../server/library/recognise/scene-files.ts';
import { sampleZip } from './sample-archives.ts';
import { readSharedModels, sharedModelsFolder } from './shared-models.ts';

/** Models that lie each in a folder of their own, with everything as its author gave it. */
export const isAlone = (id: string) => !id.startsWith('obj-') && !id.startsWith('stl-');

const archives = [
  { archive: 'Spider (OBJ).zip', id: 'obj-spider' },
  { archive: 'spider_fbx.zip', id: 'fbx-spider' },
];
/** What the authors of OBJ files give as FBX, too; it is next to them in a folder of that format. */
const twins = [
  { id: 'fbx-chest-gold', file: 'chest_gold.fbx', of: 'obj-chest-gold' },
  { id: 'fbx-table-long-decorated-c', file: 'table_long_decorated_C.fbx', of: 'obj-table-long-decorated-c' },
];
/** Those that are one model with another: formats of the same, and one print in two encodings. */
const sameAs: Readonly<Record<string, string>> = {
  'fbx-spider': 'obj-spider',
  'stl-spider-binary': 'stl-spider-ascii',
};

/**
 * Lays every real model out as an admin's disk may have them: downloads in their own folders, a pack with folders of
 * formats, a flat one, and archives. Where each scene file lies, and which model it is of.
 */
export function layOutOrdinaryDisk(libraryDir: string): ReadonlyMap<string, string> {
  const expected = new Map<string, string>();
  const copy = (from: string, to: string) => {
    mkdirSync(path.join(libraryDir, path.dirname(to)), { recursive: true });
    cpSync(path.join(sharedModelsFolder, from), path.join(libraryDir, to));
  };
  const isZipped = (id: string) => archives.some((one) => one.id === id);
  for (const { id, main, files } of readSharedModels().filter(({ id }) => !isZipped(id))) {
    const folder = isAlone(id) ? `Downloads/${id}` : id.startsWith('obj-') ? 'Obj pack/OBJ' : 'Prints';
    for (const file of files) copy(`${id}/${file}`, `${folder}/${file}`);
    expected.set(`${folder}/${main}`, sameAs[id] ?? id);
  }
  for (const { id, file, of } of twins) {
    copy(`${id}/${file}`, `Obj pack/FBX/${file}`);
    expected.set(`Obj pack/FBX/${file}`, of);
  }
  mkdirSync(path.join(libraryDir, 'Shop'), { recursive: true });
  for (const { archive, id } of archives) {
    const files = readSharedModels().find((model) => model.id === id)?.files ?? [];
    const entries = files.map((name) => ({
      name,
      content: readFileSync(path.join(sharedModelsFolder, id, name)),
    }));
    writeFileSync(path.join(libraryDir, 'Shop', archive), sampleZip(entries));
    for (const name of files.filter(isScene)) expected.set(`Shop/${archive}/${name}`, sameAs[id] ?? id);
  }
  return expected;
}

/** Files that were left out, by their place in the library; those with a flaw are published all the same. */
export const listLeftOut = (db: Db) =>
  new Map(
    db
      .prepare<[], { path: string; reason: string }>(
        "SELECT path, reason FROM problem WHERE kind <> 'flaw' ORDER BY path",
      )
      .all()
      .map(({ path: place, reason }) => [place, reason]),
  );

/** Models without a poster or without a level that they are detailed enough for. */
export function listLacking(db: Db): readonly string[] {
  const models = db
    .prepare<[], { folder: string; triangles: number | null; lods: string; posters: number }>(
      `SELECT folder, triangles, lods, (SELECT count(*) FROM rendered_poster WHERE model_id = model.id) AS posters
       FROM model ORDER BY folder`,
    )
    .all();
  return models.flatMap(({ folder, triangles, lods, posters }) => {
    const wanted = madeLods.slice(0, madeLods.indexOf(nearestLevel(triangles ?? 0)) + 1);
    const lacking = wanted.filter((lod) => !lods.includes(`"${lod}"`));
    return [
      ...(posters === 0 ? [`${folder}: no poster`] : []),
      ...(lacking.length > 0 ? [`${folder}: no ${lacking.join(', ')}`] : []),
    ];
  });
}

/** What a scan made of a disk: scene files that it did not name, and models with a wrong border, each once. */
export function judgeBorders(db: Db, expected: ReadonlyMap<string, string>) {
  const found = db
    .prepare<[], { guid: string; place: string }>(
      `SELECT guid, place FROM file JOIN model ON model.id = file.model_id
       WHERE role = 'scene' AND derived IS NULL ORDER BY place`,
    )
    .all();
  const guids = new Map(found.map(({ place, guid }) => [place, guid]));
  const leftOut = listLeftOut(db);
  const published = [...expected].filter(([place]) => guids.has(place));
  const byModel = Map.groupBy(published, ([, id]) => id);
  const byGuid = Map.groupBy(published, ([place]) => guids.get(place));
  const split = [...byModel].filter(([, places]) => new Set(places.map(([at]) => guids.get(at))).size > 1);
  const merged = [...byGuid].filter(([, places]) => new Set(places.map(([, id]) => id)).size > 1);
  const strays = found.filter(({ guid }) => !byGuid.has(guid));
  return {
    models: new Set(guids.values()).size,
    missed: [...expected.keys()].filter((place) => !guids.has(place) && !leftOut.has(place)),
    wrong: [
      ...split.map(([id]) => `${id} is several models`),
      ...merged.map(([, places]) => `${places.map(([at]) => at).join(' and ')} are one model`),
      ...strays.map(({ place }) => `${place} is a model of its own`),
    ],
  };
}
