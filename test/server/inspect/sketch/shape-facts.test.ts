import { writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTriangles } from '../../../../server/inspect/sketch/read-scene-file.ts';
import { clay } from '../../../../server/inspect/sketch/shape.ts';
import { createShapeFacts, isSameShape } from '../../../../server/inspect/sketch/shape-facts.ts';
import { type Matrix, move, multiply, scale, turn } from '../../../../server/shared/matrix.ts';
import { makeFolder } from '../../../helpers/make-folder.ts';
import { runs } from '../../../helpers/property-runs.ts';
import { solidModels } from '../../../helpers/solid-models.ts';

type Point = readonly [number, number, number];
type Soup = readonly (readonly [Point, Point, Point])[];

/** A ball with lumps in places that `lumps` gives. */
function makeLumpy(lumps: readonly number[], rows = 9): Soup {
  const columns = rows * 2;
  const pointAt = (row: number, column: number): Point => {
    const [fall, around] = [(row / rows) * Math.PI, ((column % columns) / columns) * 2 * Math.PI];
    const way = [
      Math.sin(fall) * Math.cos(around),
      Math.cos(fall),
      Math.sin(fall) * Math.sin(around),
    ] as const;
    const grown = lumps.reduce(
      (sum, lump, index) => sum + lump * Math.sin((index + 1) * (way[index % 3] ?? 0) + index),
      1.6,
    );
    return [way[0] * grown, way[1] * grown * 0.8, way[2] * grown * 0.5];
  };
  return Array.from({ length: rows * columns }, (_, cell) => {
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    const [a, b] = [pointAt(row, column), pointAt(row, column + 1)];
    const [c, d] = [pointAt(row + 1, column), pointAt(row + 1, column + 1)];
    return [
      [a, b, c],
      [b, d, c],
    ] as const;
  }).flat();
}

function factsOf(soup: Soup, place: Matrix | null = null, write = (value: number) => value) {
  const facts = createShapeFacts();
  for (const triangle of soup)
    facts.add(Float64Array.from(triangle.flat(), write), 0, 1, 2, { place, colour: clay });
  return facts.read() ?? expect.fail('It has no shape.');
}

const middle = ([ax, ay, az]: Point, [bx, by, bz]: Point): Point => [
  (ax + bx) / 2,
  (ay + by) / 2,
  (az + bz) / 2,
];
const subdivide = (soup: Soup): Soup =>
  soup.flatMap(([a, b, c]) => {
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
    return [
      [a, ab, ca],
      [ab, b, bc],
      [ca, bc, c],
      [ab, bc, ca],
    ] as const;
  });

const lumps = fc.array(fc.double({ min: -0.1, max: 0.1, noNaN: true }), { minLength: 6, maxLength: 6 });
const places = fc
  .record({
    angle: fc.integer({ min: 0, max: 360 }),
    axis: fc.tuple(
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: -9, max: 9 }),
      fc.integer({ min: -9, max: 9 }),
    ),
    step: fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -100, max: 100 }))),
    unit: fc.constantFrom(1, 0.001, 1000, 39.37, 2.54),
  })
  .map(({ angle, axis, step, unit }) =>
    multiply(scale(unit, unit, unit), multiply(move(...step), turn(angle, ...axis))),
  );
const writers = fc.constantFrom(
  (value: number) => value,
  Math.fround,
  (value: number) => Number(value.toPrecision(6)),
);

test('finds copies in any place, direction, unit, order and precision', () => {
  fc.assert(
    fc.property(lumps, places, writers, (sizes, place, write) => {
      const soup = makeLumpy(sizes);
      const turned = soup.toReversed().map(([a, b, c]) => [c, a, b] as const);

      expect(isSameShape(factsOf(soup), factsOf(turned, place, write))).toBe(true);
    }),
    runs(60),
  );
});

test('finds copies whose faces were divided', () => {
  fc.assert(
    fc.property(lumps, (sizes) => {
      const soup = makeLumpy(sizes);

      expect(isSameShape(factsOf(soup), factsOf(subdivide(soup)))).toBe(true);
    }),
    runs(20),
  );
});

test('tells a mirrored shape from its original', () => {
  const length = fc.integer({ min: 0, max: 30 });
  fc.assert(
    fc.property(length, length, length, places, writers, (a, b, c, place, write) => {
      const points = [
        [0, 0, 0],
        [100 + a, 0, 0],
        [0, 160 + b, 0],
        [0, 0, 220 + c],
      ] as const;
      const [o, x, y, z] = points;
      const soup: Soup = [
        [o, y, x],
        [o, x, z],
        [x, y, z],
        [y, o, z],
      ];
      const mirrored = multiply(place, scale(-1, 1, 1));

      expect(isSameShape(factsOf(soup), factsOf(soup, mirrored, write))).toBe(false);
      expect(isSameShape(factsOf(soup), factsOf(soup, place, write))).toBe(true);
    }),
    runs(40),
  );
});

test('finds all of 2,000 made copies and takes no two others for copies', () => {
  let seed = 7;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const shapes = Array.from({ length: 2000 }, () =>
    makeLumpy(
      Array.from({ length: 6 }, () => random() * 0.2 - 0.1),
      5,
    ),
  );
  const originals = shapes.map((soup) => factsOf(soup));
  const copies = shapes.map((soup) =>
    factsOf(soup, multiply(scale(100, 100, 100), turn(random() * 360, 1, random(), 0)), Math.fround),
  );
  const bySpread = [...originals.entries()].sort(([, a], [, b]) => a.spread - b.spread);

  const missed = originals.filter((original, index) => !isSameShape(original, copies[index] ?? original));
  const mistaken = bySpread.flatMap(([index, facts], at) =>
    bySpread.slice(at + 1, at + 40).filter(([other, found]) => other !== index && isSameShape(facts, found)),
  );

  expect([missed.length, mistaken.length]).toEqual([0, 0]);
});

test('has nothing to say of shapes without a surface', () => {
  expect(createShapeFacts().read()).toBeNull();
  const line = createShapeFacts();
  line.add(Float64Array.from([0, 0, 0, 1, 0, 0, 2, 0, 0]), 0, 1, 2, { place: null, colour: clay });
  expect(line.read()).toBeNull();
});

test('reads the same shape in files of all formats', async () => {
  const folder = makeFolder();
  const shapes = ['glb', 'gltf', 'fbx', 'obj', 'stl', 'ply', 'usda', 'usdz', 'dae', '3mf'].map(
    async (format) => {
      for (const [name, content] of Object.entries(solidModels[format] ?? {}))
        if (!name.includes('/')) writeFileSync(path.join(folder, name), content);
      const facts = createShapeFacts();
      await readTriangles(path.join(folder, `box.${format}`), format, facts);
      return facts.read() ?? expect.fail(`The ${format} has no shape.`);
    },
  );

  const [first, ...others] = await Promise.all(shapes);

  if (first === undefined) expect.fail('There is no shape.');
  expect(others.map((other) => isSameShape(first, other))).toEqual(others.map(() => true));
});

/** A glTF of one primitive, whose places are four bytes each. */
function toGltf(points: readonly Point[], mode: number): string {
  const bytes = Buffer.from(Float32Array.from(points.flat()).buffer);
  return JSON.stringify({
    asset: { version: '2.0' },
    buffers: [
      { byteLength: bytes.length, uri: `data:application/octet-stream;base64,${bytes.toString('base64')}` },
    ],
    bufferViews: [{ buffer: 0, byteLength: bytes.length }],
    accessors: [{ bufferView: 0, componentType: 5126, count: points.length, type: 'VEC3' }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, mode }] }],
    nodes: [{ mesh: 0 }],
    scenes: [{ nodes: [0] }],
  });
}

test('reads a strip of triangles as the same triangles one by one', async () => {
  const folder = makeFolder();
  const [a, b, c, d]: readonly Point[] = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 2, 0],
    [0, 0, 3],
  ];
  if (!a || !b || !c || !d) expect.fail('It has four corners.');
  const read = async (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text);
    const facts = createShapeFacts();
    await readTriangles(path.join(folder, name), 'gltf', facts);
    return facts.read() ?? expect.fail(`${name} has no shape.`);
  };

  const strip = await read('strip.gltf', toGltf([a, c, b, d, a, c], 5));
  const list = await read('list.gltf', toGltf([a, c, b, b, c, d, b, d, a, a, d, c], 4));

  expect(isSameShape(strip, list)).toBe(true);
});
