import { expect, test } from 'vitest';
import { objText } from '../../../helpers/library-folder.ts';
import { makeScannedLibrary } from '../../../helpers/library-scanner.ts';
import { png } from '../../../helpers/ordinary-folders.ts';
import { packGlb, sampleGltfBuffer, sampleGltfDocument } from '../../../helpers/sample-files.ts';
import { sampleVox, voxBox } from '../../../helpers/sample-vox.ts';
import { usdAsset, usdLayer } from '../../../helpers/usd-layers.ts';

let made = 3;
/** Each file has its own bytes, as two things with the same are one model. */
function nextCount(): number {
  made += 1;
  return made;
}
const mesh = (name: string) => objText(nextCount(), name);
const stl = (name: string) =>
  `solid ${name}\n${'facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n'.repeat(nextCount())}endsolid ${name}\n`;
const glb = () => {
  const shape = { triangles: nextCount() };
  return packGlb(sampleGltfDocument(shape), sampleGltfBuffer(shape));
};
const picture = (text: string) => Buffer.concat([png, Buffer.from(text)]);
const step = (name: string) =>
  `ISO-10303-21;\nHEADER;\nENDSEC;\n/* ${name} */\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n`;
const max = (name: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600, name)]);
const vox = (name: string) => sampleVox([voxBox(name.length, 2, 3)]);
const each = (names: string, toFiles: (name: string) => Readonly<Record<string, string | Uint8Array>>) =>
  Object.assign({}, ...names.split(' ').map(toFiles));

/** It is told by its title: its words are those of other licences too. */
const gpl = `GNU GENERAL PUBLIC LICENSE
Version 3, 29 June 2007
${'Each contributor grants you a non-exclusive, worldwide, royalty-free patent license.\n'.repeat(20)}`;

type Layout = {
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly models: readonly string[];
  /** What its files say for all of them; absent: nothing. */
  readonly license?: string;
};

/** Each model by its scene files. */
const layouts: Readonly<Record<string, () => Layout>> = {
  'robots in URDF': () => {
    const links = ['base', 'shoulder', 'forearm', 'wrist'];
    const robots = ['ur3', 'ur5', 'ur10'];
    const places = robots.flatMap((robot) =>
      links.map((link) =>
        ['collision', 'visual'].map(
          (kind) => `ur/meshes/${robot}/${kind}/${link}.${kind === 'visual' ? 'obj' : 'stl'}`,
        ),
      ),
    );
    const files = places.flat().map((place) => [place, place.endsWith('obj') ? mesh(place) : stl(place)]);
    return {
      files: { ...Object.fromEntries(files), 'ur/LICENSE': 'BSD 3-Clause', 'ur/urdf/ur.urdf': '<robot/>' },
      models: places.map((pair) => pair.join(' ')),
      license: 'BSD-3-Clause',
    };
  },
  'a printer with its CAD files': () => ({
    files: {
      ...each('gantry_left gantry_right z_joint skirt', (name) => ({
        [`STLs/Gantry/${name}.stl`]: stl(name),
      })),
      ...each('[a]_handle hinge_x4', (name) => ({ [`STLs/Panels/${name}.stl`]: stl(name) })),
      'CAD/Printer.step': step('printer'),
      LICENSE: gpl,
      'Firmware/LICENSE': 'MIT License',
      'Manual/manual.pdf': '%PDF',
    },
    models: [
      'CAD/Printer.step',
      ...['[a]_handle', 'hinge_x4'].map((name) => `STLs/Panels/${name}.stl`),
      ...['gantry_left', 'gantry_right', 'skirt', 'z_joint'].map((name) => `STLs/Gantry/${name}.stl`),
    ],
    license: 'GPL-3.0',
  }),
  'a set in USD': () => {
    const pieces = ['King', 'Queen', 'Pawn'];
    const parts = pieces.map((name) =>
      Object.entries(usdAsset(name, nextCount())).map(([file, text]) => [
        `Chess/assets/${name}/${file}`,
        text,
      ]),
    );
    const used = pieces.map((name) => `def "${name}" ( references = @./assets/${name}/${name}.usda@ ) {}`);
    return {
      files: {
        ...Object.fromEntries(parts.flat()),
        'Chess/chess_set.usda': usdLayer(used.join('\n')),
        'Chess/lights.usda': usdLayer('def DistantLight "Sun" {}'),
        'Chess/teaser.png': picture('teaser'),
      },
      models: ['Chess/chess_set.usda', ...pieces.map((name) => `Chess/assets/${name}/${name}.usda`)],
    };
  },
  'a Unity project': () => ({
    files: {
      ...each('Barrel Crate Lamp', (name) => ({
        [`Assets/Models/${name}.obj`]: mesh(name),
        [`Assets/Models/${name}.obj.meta`]: 'guid: 1',
        [`Assets/Materials/${name}.mat`]: '%YAML',
        [`Assets/Textures/T_${name}_BaseColor.png`]: picture(name),
      })),
      'Assets/Scenes/Main.unity': '%YAML',
      'ProjectSettings/Project.asset': '%YAML',
    },
    models: ['Barrel', 'Crate', 'Lamp'].map((name) => `Assets/Models/${name}.obj`),
  }),
  'an Unreal project': () => ({
    files: {
      ...each('SM_Rock SM_Tree', (name) => ({
        [`Content/Meshes/${name}.uasset`]: 'unreal',
        [`Source/Meshes/${name}.obj`]: mesh(name),
      })),
      'Content/Maps/Level.umap': 'unreal',
    },
    models: ['SM_Rock', 'SM_Tree'].map((name) => `Source/Meshes/${name}.obj`),
  }),
  'an archive of stock models': () => ({
    files: each('Sofa_Milano Chair_Oslo Lamp_Arc', (name) => ({
      [`Furniture/${name}/${name}.max`]: max(name),
      [`Furniture/${name}/${name}.jpg`]: picture(name),
      [`Furniture/${name}/maps/${name}_diffuse.png`]: picture(`${name} map`),
    })),
    models: ['Chair_Oslo', 'Lamp_Arc', 'Sofa_Milano'].map((name) => `Furniture/${name}/${name}.max`),
  }),
  'a pack in folders of formats': () => ({
    files: {
      ...each('Tree_1 Rock Bush', (name) => ({
        [`Pack/OBJ/${name}.obj`]: mesh(name),
        [`Pack/glTF/${name}.glb`]: glb(),
        [`Pack/Previews/${name}.png`]: picture(name),
      })),
      'Pack/License.txt': 'CC0 1.0 Universal',
    },
    models: ['Bush', 'Rock', 'Tree_1'].map((name) => `Pack/OBJ/${name}.obj Pack/glTF/${name}.glb`),
    license: 'CC0-1.0',
  }),
  'a folder of avatars': () => ({
    files: each('Ada Bo Cy', (name) => ({
      [`Avatars/${name}.vrm`]: glb(),
      [`Avatars/${name}.png`]: picture(name),
    })),
    models: ['Ada', 'Bo', 'Cy'].map((name) => `Avatars/${name}.vrm`),
  }),
  'scans of a museum': () => ({
    files: each('Bust Vase Amphora', (name) => ({
      [`Museum/${name}/${name}.obj`]: mesh(name),
      [`Museum/${name}/${name}_decimated.stl`]: stl(name),
      [`Museum/${name}/thumbnail.png`]: picture(name),
      [`Museum/${name}/license.txt`]: 'CC BY-SA 4.0',
    })),
    models: ['Amphora', 'Bust', 'Vase'].map(
      (name) => `Museum/${name}/${name}.obj Museum/${name}/${name}_decimated.stl`,
    ),
    license: 'CC-BY-SA-4.0',
  }),
  'voxel models': () => ({
    files: each('chr_knight chr_sword house_1 castle', (name) => ({ [`vox/${name}.vox`]: vox(name) })),
    models: ['castle', 'chr_knight', 'chr_sword', 'house_1'].map((name) => `vox/${name}.vox`),
  }),
};

test.each(Object.entries(layouts))('finds each model of %s and its licence, if any', async (_, make) => {
  const { files, models, license } = make();
  const { scan, db } = makeScannedLibrary(files);

  await scan();

  const found = db
    .prepare<[], string>(
      `SELECT group_concat(place, ' ' ORDER BY place) FROM file WHERE role = 'scene' GROUP BY model_id`,
    )
    .pluck()
    .all();
  expect(found.sort()).toEqual(models.toSorted());
  expect(db.prepare('SELECT DISTINCT license FROM model').pluck().all()).toEqual([license ?? 'Unspecified']);
});
