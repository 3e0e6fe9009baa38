import { writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawShape, sketchSide } from '../../../../server/inspect/sketch/draw-shape.ts';
import { drawSketch, mostSketchBytes, toWebp } from '../../../../server/inspect/sketch/draw-sketch.ts';
import { createShape, mostDrawn } from '../../../../server/inspect/sketch/shape.ts';
import { makeFolder } from '../../../helpers/make-folder.ts';
import { solidModels } from '../../../helpers/solid-models.ts';

const red = [0.8, 0.1, 0.08] as const;
const clay = [0.71, 0.592, 0.478] as const;

/** Writes files into a folder of their own, and answers where the first one is. */
function writeFiles(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = makeFolder();
  for (const [name, content] of Object.entries(files))
    if (!name.includes('/')) writeFileSync(path.join(folder, name), content);
  return path.join(folder, Object.keys(files)[0] ?? '');
}

async function sketchOf(files: Readonly<Record<string, string | Uint8Array>>, triangles = 12) {
  const file = writeFiles(files);
  return drawSketch({ file, format: path.extname(file).slice(1), triangles });
}

async function centreOf(webp: Uint8Array) {
  const { data, info } = await sharp(webp).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (info.height / 2) * info.width + info.width / 2;
  return [...data.subarray(at * 4, at * 4 + 4)];
}

/** How far two colours are from each other, whatever light falls on them. */
function hueGap(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [one.slice(0, 3), other].map((colour) => colour.map((value) => value / Math.max(...colour)));
  return Math.max(...(a ?? []).map((value, channel) => Math.abs(value - (b?.[channel] ?? 0))));
}

test.each([
  ['glb', clay],
  ['gltf', clay],
  ['fbx', clay],
  ['obj', clay],
  ['stl', clay],
  ['ply', [200, 30, 20]],
  ['usda', [0.8, 0.1, 0.08]],
  ['dae', clay],
  ['usdz', [0.8, 0.1, 0.08]],
  ['3mf', clay],
  ['vox', [0.8, 0.1, 0.08]],
  ['3ds', clay],
] as const)('draws a box of a %s in its colour', async (format, colour) => {
  const sketch = await sketchOf(solidModels[format] ?? {});

  const centre = await centreOf(sketch ?? new Uint8Array());
  expect(centre[3]).toBe(255);
  expect(hueGap(centre, colour)).toBeLessThan(0.08);
  expect(sketch?.length).toBeLessThanOrEqual(mostSketchBytes);
});

const cube = `${[0, 1, 2, 3, 4, 5, 6, 7]
  .map((corner) => `v ${corner & 1} ${(corner >> 1) & 1} ${corner >> 2}`)
  .join('\n')}
usemtl paint
f 1 2 4 3
f 5 6 8 7
f 1 2 6 5
f 3 4 8 7
f 1 3 7 5
f 2 4 8 6
`;

test('takes the colour of a material library', async () => {
  const sketch = await sketchOf({
    'cube.obj': `mtllib cube.mtl\n${cube}`,
    'cube.mtl': 'newmtl paint\nKd 0.8 0.1 0.08\n',
  });

  expect(hueGap(await centreOf(sketch ?? new Uint8Array()), red)).toBeLessThan(0.08);
});

test('draws another picture when the shape is another', async () => {
  const first = await sketchOf({ 'cube.obj': cube });
  const again = await sketchOf({ 'cube.obj': `# made again\n${cube}` });
  const wider = await sketchOf({ 'cube.obj': cube.replaceAll('v 1', 'v 3') });

  expect(again).toEqual(first);
  expect(wider).not.toEqual(first);
});

const textFbx = `; FBX 7.4.0 project file
Objects:  {
  Geometry: 100, "Geometry::box", "Mesh" {
    Vertices: *12 {
      a: 0,0,0,1,0,0,1,1,0,0,1,0
    }
    PolygonVertexIndex: *4 {
      a: 0,1,2,-4
    }
  }
  Model: 200, "Model::box", "Mesh" {
    Properties70:  {
      P: "Lcl Rotation", "Lcl Rotation", "", "A",0,20,0
    }
  }
  Material: 300, "Material::paint", "" {
    Properties70:  {
      P: "DiffuseColor", "Color", "", "A",0.8,0.1,0.08
    }
  }
}
Connections:  {
  C: "OO",100,200
  C: "OO",200,0
  C: "OO",300,200
}
`;

test('draws an FBX that is written as text, in the colour of its material', async () => {
  const sketch = await sketchOf({ 'a.fbx': textFbx }, 2);

  expect(hueGap(await centreOf(sketch ?? new Uint8Array()), red)).toBeLessThan(0.08);
});

/** A ball of so many triangles, added to a shape. */
function addBall(triangles: number) {
  const shape = createShape(triangles);
  const columns = Math.floor(Math.sqrt(triangles));
  const rows = Math.floor(triangles / columns / 2);
  const points = new Float64Array((rows + 1) * columns * 3);
  for (let row = 0; row <= rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const [fall, turn] = [(row / rows) * Math.PI, (column / columns) * 2 * Math.PI];
      const place = [Math.sin(fall) * Math.cos(turn), Math.cos(fall), Math.sin(fall) * Math.sin(turn)];
      points.set(place, (row * columns + column) * 3);
    }
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const [a, b] = [row * columns + column, row * columns + ((column + 1) % columns)];
      shape.add(points, a, b, a + columns, { place: null, colour: 0xcc1a14 });
      shape.add(points, b, b + columns, a + columns, { place: null, colour: 0xcc1a14 });
    }
  return shape;
}

test('draws a part of many triangles without holes', () => {
  const shape = addBall(200_000);
  const { colours } = shape.read();

  const pixels = drawShape(shape) ?? new Uint8Array();

  expect(colours.length).toBeLessThanOrEqual(mostDrawn);
  const holes = [];
  for (let y = -40; y <= 40; y += 1)
    for (let x = -40; x <= 40; x += 1) {
      const at = ((sketchSide / 2 + y) * sketchSide + sketchSide / 2 + x) * 4;
      if (Math.hypot(x, y) < 40 && pixels[at + 3] !== 255) holes.push([x, y]);
    }
  expect(holes).toEqual([]);
});

test('keeps a picture of noise within its bytes', async () => {
  let seed = 1;
  const noise = Uint8Array.from({ length: sketchSide * sketchSide * 4 }, () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed % 256;
  });

  expect((await toWebp(noise))?.length ?? 0).toBeLessThanOrEqual(mostSketchBytes);
});

test.each([
  ['nothing', ''],
  ['no faces', 'v 0 0 0\nv 1 0 0\nv 0 1 0\n'],
  ['one place', 'v 0 0 0\nf 1 1 1\n'],
  ['no numbers', 'v nan nan nan\nv x y z\nv\nf 1 2 3\n'],
  ['corners that are not there', 'v 0 0 0\nf 7 8 9\nf -5 -6 -7\n'],
  ['numbers without end', 'v 1e999 0 0\nv 0 1e999 0\nv 0 0 -1e999\nf 1 2 3\n'],
])('draws nothing of a file with %s', async (_what, content) => {
  expect(await sketchOf({ 'a.obj': content }, 1)).toBeNull();
});

test('draws what has huge coordinates, and what is sound beside damage', async () => {
  const huge = await sketchOf({ 'a.obj': cube.replaceAll(/v (.) (.) (.)/g, 'v $1e25 $2e25 $3e25') });
  const mixed = await sketchOf({ 'a.obj': `${cube}v 1e999 nan 0\nf 1 2 9\n` });

  expect((await centreOf(huge ?? new Uint8Array()))[3]).toBe(255);
  expect((await centreOf(mixed ?? new Uint8Array()))[3]).toBe(255);
});

test('ends soon where all triangles cover everything', () => {
  const shape = createShape(mostDrawn);
  for (let index = 0; index < mostDrawn; index += 1)
    shape.add(Float64Array.of(-1, -1, index, 1, -1, index, 0, 1, index), 0, 1, 2, { place: null, colour: 1 });

  expect(drawShape(shape)).not.toBeNull();
});

test.each(['glb', 'gltf', 'fbx', 'obj', 'stl', 'ply', 'usda', 'dae'])(
  'draws nothing of a broken %s',
  async (format) => {
    const bytes = Buffer.from(Object.values(solidModels[format] ?? {})[0] ?? '');
    for (const length of [0, 3, 30, Math.floor(bytes.length / 3)])
      await expect(sketchOf({ [`a.${format}`]: bytes.subarray(0, length) })).resolves.toBeDefined();
  },
);
