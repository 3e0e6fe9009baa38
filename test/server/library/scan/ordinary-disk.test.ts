import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeScannedLibrary } from '../../../helpers/library-scanner.ts';
import { isAlone, judgeBorders, layOutOrdinaryDisk, listLeftOut } from '../../../helpers/ordinary-disk.ts';
import { sampleZip } from '../../../helpers/sample-archives.ts';
import { hasSharedModels, readSharedModels, sharedModelsFolder } from '../../../helpers/shared-models.ts';

const note = hasSharedModels ? '' : ' (skipped: no real models beside the project)';

test.skipIf(!hasSharedModels)(`publishes or names every file of an ordinary disk${note}`, async () => {
  const { library, scan, db } = makeScannedLibrary({});
  const expected = layOutOrdinaryDisk(library.folder);

  await scan();

  const { models, missed, wrong } = judgeBorders(db, expected);
  expect(missed).toEqual([]);
  expect(wrong).toEqual([]);
  const leftOut = [...listLeftOut(db).keys()];
  expect(leftOut.filter((place) => !place.startsWith('Downloads/bad-'))).toEqual([]);
  const isLeftOut = (wanted: string) =>
    [...expected].every(([place, id]) => id !== wanted || leftOut.includes(place));
  const sound = [...new Set(expected.values())].filter((id) => !isLeftOut(id));
  expect(models).toBe(sound.length);
  expect(readdirSync(library.folder).sort()).toEqual(['.db', 'Downloads', 'Obj pack', 'Prints', 'Shop']);
});

test.skipIf(!hasSharedModels)(`publishes every model of a disk of archives${note}`, async () => {
  const { library, scan, db } = makeScannedLibrary({});
  const expected = new Map<string, string>();
  mkdirSync(path.join(library.folder, 'Shop'));
  for (const { id, main, files } of readSharedModels().filter(({ id }) => isAlone(id))) {
    const entries = files.map((file) => ({
      name: `${id}/${file}`,
      content: readFileSync(path.join(sharedModelsFolder, id, file)),
    }));
    writeFileSync(path.join(library.folder, `Shop/${id}.zip`), sampleZip(entries));
    // chair.zip and fbx-chair.zip are two formats of one model.
    expected.set(`Shop/${id}.zip/${id}/${main}`, id.replace(/^fbx-(?=car-taxi$|crossbow-)/, ''));
  }

  await scan();

  const { missed, wrong } = judgeBorders(db, expected);
  expect(missed).toEqual([]);
  expect(wrong).toEqual([]);
  expect([...listLeftOut(db).keys()].filter((place) => !place.startsWith('Shop/bad-'))).toEqual([]);
});
