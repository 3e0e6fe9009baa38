import { expect, test } from 'vitest';
import { createProblems } from '../../../../server/catalogue/write/problems.ts';
import { isArchive, isScene, whyLeftOut } from '../../../../server/library/recognise/scene-files.ts';
import { objText } from '../../../helpers/library-folder.ts';
import { scannedLibrary } from '../../../helpers/library-scanner.ts';
import { png } from '../../../helpers/ordinary-folders.ts';
import { sampleZip } from '../../../helpers/sample-archives.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;
type Disk = {
  readonly name: string;
  readonly files: Files;
  /** Each model as its title and its scene files. */
  readonly models: readonly string[];
  readonly leftOut?: readonly string[];
};

const disks: readonly Disk[] = [
  {
    name: 'a shop download of several archives and loose textures',
    files: {
      'Downloads/991234_Sofa/Sofa_fbx.zip': sampleZip([{ name: 'Sofa.fbx', content: 'no FBX at all' }]),
      'Downloads/991234_Sofa/Sofa_obj.zip': sampleZip([{ name: 'Sofa.obj', content: objText(50, 'sofa') }]),
      'Downloads/991234_Sofa/textures/leather.png': png,
    },
    models: ['Sofa: Downloads/991234_Sofa/Sofa_obj.zip/Sofa.obj'],
    leftOut: ['Downloads/991234_Sofa/Sofa_fbx.zip/Sofa.fbx'],
  },
  {
    name: 'files beside topology folders, in depths and under odd names',
    files: {
      'Table/1k/table.obj': objText(4, 'table'),
      'Table/Table_final.step': 'ISO-10303-21',
      'Table/Table_old.zip': sampleZip([{ name: 'old.obj', content: objText(6, 'old') }]),
      'Table/export/table.ztl': 'ZBrush',
      'a/b/c/d/e/f/g/h/i/j/k/l/m/deep.obj': objText(7, 'deep'),
      'a/b/c/d/e/f/g/h/i/j/k/l/deep.zip': sampleZip([{ name: 'x.obj', content: objText(8, 'x') }]),
    },
    models: ['Table: Table/1k/table.obj'],
    leftOut: [
      'Table/Table_final.step',
      'Table/Table_old.zip',
      'Table/export/table.ztl',
      'a/b/c/d/e/f/g/h/i/j/k/l/deep.zip',
      'a/b/c/d/e/f/g/h/i/j/k/l/m',
    ],
  },
  {
    name: 'litter of macOS, Windows and network storage',
    files: {
      'Lamp/lamp.obj': objText(4, 'lamp'),
      'Lamp/._lamp.obj': 'AppleDouble',
      'Lamp/.DS_Store': '',
      'Lamp/Thumbs.db': '',
      'Lamp/desktop.ini': '',
      'Lamp/@eaDir/lamp.obj/SYNOFILE_THUMB.png': png,
      'Lamp/lamp.blend1': 'backup',
      '$RECYCLE.BIN/x.obj': objText(9, 'x'),
      '__MACOSX/Lamp/._lamp.obj': 'AppleDouble',
    },
    models: ['Lamp: Lamp/lamp.obj'],
    leftOut: ['Lamp/lamp.blend1'],
  },
  {
    name: 'backup copies that programs and people make',
    files: {
      'House/house.obj': objText(14, 'house'),
      'House/house.blend': 'whatever Blender writes',
      'House/house.blend1': 'backup',
      'House/house.obj~': 'backup',
      'House/notes.txt.bak': 'no model',
      'House/backup/roof_bak12.hip': 'Houdini',
      'House/autoback/AutoBackup02.max': '3ds Max',
      'House/autoback/MaxBack.bak': '3ds Max',
      'House_bak/house.obj': objText(13, 'house'),
      'Empty_bak/notes.txt': 'no model',
      'Tower/1k/tower.obj': objText(5, 'tower'),
      'Tower/1k/tower.max.bak': '3ds Max',
      'Shop/gate.zip': sampleZip([
        { name: 'gate.obj', content: objText(15, 'gate') },
        { name: 'gate.blend2', content: 'backup' },
        { name: 'old_bak/gate.obj', content: objText(16, 'gate') },
      ]),
    },
    models: [
      'Gate: Shop/gate.zip/gate.obj',
      'House: House/house.blend House/house.obj',
      'Tower: Tower/1k/tower.obj',
    ],
    leftOut: [
      'House/autoback/AutoBackup02.max',
      'House/autoback/MaxBack.bak',
      'House/backup/roof_bak12.hip',
      'House/house.blend1',
      'House/house.obj~',
      'House_bak',
      'Shop/gate.zip/gate.blend2',
      'Shop/gate.zip/old_bak',
      'Tower/1k/tower.max.bak',
    ],
  },
  {
    name: 'the same model kept in two places and as an archive',
    files: {
      'Work/Vase/vase.obj': objText(12, 'vase'),
      'Backup 2024/Vase copy/vase.obj': objText(12, 'vase'),
      'Old/vase.zip': sampleZip([{ name: 'vase.obj', content: objText(12, 'vase') }]),
    },
    models: ['Vase: Backup 2024/Vase copy/vase.obj'],
    leftOut: ['Old/vase.zip/vase.obj', 'Work/Vase/vase.obj'],
  },
];

const is3d = (place: string) => isScene(place) || isArchive(place) || whyLeftOut(place) !== null;
const isLitter = /(?:^|\/)(?:\.|@eaDir|__MACOSX|\$RECYCLE)/;

test.each(disks)('finds and names what there is on $name', async ({ files, models, leftOut = [] }) => {
  const { db } = await scannedLibrary(files);

  const found = db
    .prepare<[], { title: string; scenes: string }>(
      `SELECT title, (SELECT group_concat(place, ' ') FROM (SELECT DISTINCT coalesce(file.place, model.folder || '/' || relative_path) AS place
         FROM file WHERE model_id = model.id AND role = 'scene' ORDER BY 1)) AS scenes FROM model`,
    )
    .all();
  expect(found.map(({ title, scenes }) => `${title}: ${scenes}`).sort()).toEqual([...models].sort());
  const named = createProblems(db)
    .list()
    .filter(({ kind }) => kind !== 'poster' && kind !== 'metadata')
    .map(({ path }) => path);
  expect(named.sort()).toEqual([...leftOut].sort());
  // Each 3D file belongs to a model, is named itself, or lies in something that is named.
  const taken = found.flatMap(({ scenes }) => scenes.split(' '));
  const isTold = (place: string) =>
    [...taken, ...named].some(
      (told) => told === place || told.startsWith(`${place}/`) || place.startsWith(`${told}/`),
    ) || found.some(({ scenes }) => scenes.includes(place));
  expect(
    Object.keys(files).filter((place) => is3d(place) && !isLitter.test(place) && !isTold(place)),
  ).toEqual([]);
});
