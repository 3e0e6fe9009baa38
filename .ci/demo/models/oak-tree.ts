import { Matrix4, Quaternion, Vector3 } from 'three';
import { bend, clamp, lerp, listOf, type Piece, scatter, smoothstep } from '../geometry/piece.ts';
import { ball, sheet } from '../geometry/sheet.ts';
import { tube } from '../geometry/tube.ts';
import { dull } from '../materials.ts';
import { type DemoModel, part } from '../model.ts';
import { createNoise } from '../textures/noise.ts';
import { foliage, wood } from '../textures/surfaces.ts';

const barkSkin = dull('bark', wood('#7d6956', '#33281f'), 0.95);
const crownSkin = dull('crown', foliage('#668d39', '#28490f'), 0.9);
const leafSkin = { ...dull('leaves', foliage('#83a846', '#3f6b1f'), 0.7), isThin: true };

export const oakTree: DemoModel = {
  slug: 'oak-tree',
  title: 'Oak Tree',
  description:
    'A broad field oak of 6.5 m with a flared trunk, heavy boughs and a crown of leaf masses with single leaves around them. The crown keeps its outline in every level of detail. Good for meadows, parks and the edge of a wood.',
  category: 'Nature / Trees',
  tags: ['tree', 'oak', 'forest', 'bark', 'leaves', 'outdoor', 'landscape', 'summer'],
  keywords: ['vegetation', 'park', 'wood', 'crown', 'environment', 'deciduous'],
  priceUsd: 3,
  license: 'CC-BY-SA-4.0',
  updatedAt: '2025-02-18T09:00:00Z',
  shape: (detail) => [
    part('wood', barkSkin, [
      limb(detail, TRUNK, 22, (t) => lerp(300, 70, t ** 0.8) + 260 * Math.exp(-t * 30)),
      ...BOUGHS.map(([path, radius]) => limb(detail, path, 9, (t) => lerp(radius, 35, t))),
    ]),
    part(
      'crown',
      crownSkin,
      listOf(CLUMPS.length, (index) => clump(detail, index)),
    ),
    part('leaves', leafSkin, [leaves(detail)]),
  ],
};

const TRUNK = '0 0 0, 30 800 20, -40 1800 0, 20 3000 0, 50 4400 0';
const BOUGHS: readonly (readonly [path: string, radius: number])[] = [
  ['0 1700 0, 600 2500 200, 1300 3100 300, 1900 3500 200', 150],
  ['0 1900 0, -550 2600 300, -1200 3300 500, -1800 3600 600', 150],
  ['0 2100 0, 200 2800 -600, 300 3400 -1200, 200 3900 -1600', 130],
  ['0 2300 0, 200 3100 500, 300 3800 1000, 200 4200 1400', 120],
  ['0 2600 0, -300 3500 -200, -600 4400 -500, -700 5000 -600', 120],
];

function limb(detail: number, path: string, along: number, radius: (t: number) => number): Piece {
  return tube(detail, path, {
    along,
    around: along > 10 ? 26 : 11,
    radius,
    section: (angle, t) => {
      const roots = along > 10 ? 0.24 * Math.cos(6 * angle + 0.6) * Math.exp(-t * 14) : 0;
      const reach = 1 + roots + 0.06 * Math.sin(3 * angle + 7 * t);
      return [reach * Math.cos(angle), reach * Math.sin(angle)];
    },
    tiles: along > 10 ? [2, 5] : [1, 3],
  });
}

/** Centre and half size of every cluster of leaves, in centimetres. */
const CLUMPS = [
  '10 515 0 135 105 130',
  '175 395 25 125 85 115',
  '-175 405 50 125 90 115',
  '25 400 -155 130 85 110',
  '20 420 150 125 85 105',
  '120 475 -75 105 85 100',
  '-105 495 -60 115 85 105',
  '-90 330 120 80 55 75',
  '115 320 115 75 50 70',
].map((text, index) => {
  const list = text.split(' ').map((each) => 10 * Number(each));
  return {
    at: new Vector3().fromArray(list),
    size: new Vector3().fromArray(list, 3),
    noise: createNoise(index),
  };
});

/** Returns the point in a direction from a bumpy cluster's centre, at a fraction of the way to its surface. */
function pointOnClump(index: number, direction: Vector3, share: number): Vector3 {
  const clump = CLUMPS[index % CLUMPS.length];
  if (!clump) return direction.clone();
  const { at, size, noise } = clump;
  const u = Math.atan2(direction.z, direction.x) / (2 * Math.PI) + 0.5;
  const v = Math.asin(clamp(direction.y, -1, 1)) / Math.PI + 0.5;
  const bumps = 0.34 * noise(u, v, 5, 4) + 0.16 * noise(u, v, 11, 9) + 0.07 * noise(u, v, 26, 20) - 0.285;
  const point = direction.clone().multiplyScalar(share * (1 + Math.sin(Math.PI * v) * bumps));
  if (point.y < 0) point.y *= 0.7;
  return point.multiply(size).add(at);
}

function clump(detail: number, index: number): Piece {
  return bend(ball(detail, 1, 22), (...at) => pointOnClump(index, new Vector3(...at), 0.94).toArray());
}

function leaves(detail: number): Piece {
  const size = lerp(300, 130, smoothstep(detail, 0.2, 2.2));
  return scatter(oneLeaf, Math.min(9000, Math.round(850 * detail * detail)), (index, random) => {
    const [height, angle] = [lerp(-0.75, 1, random()), 2 * Math.PI * random()];
    const level = Math.sqrt(1 - height * height);
    const direction = new Vector3(level * Math.cos(angle), height, level * Math.sin(angle));
    const at = pointOnClump(index, direction, lerp(0.9, 1.03, random()));
    const out = direction.addScaledVector(new Vector3(random() - 0.5, random() - 0.7, random() - 0.5), 1.1);
    const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), out.normalize());
    turn.multiply(new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), 6 * random()));
    const grown = size * lerp(0.7, 1.25, random());
    return new Matrix4().compose(at, turn, new Vector3(grown, grown, grown));
  });
}

/** Four triangles along Z: a kite, bent along its midrib. */
const oneLeaf = sheet({
  columns: 2,
  rows: 2,
  poles: 2,
  point: (column, row) =>
    row === 1 ? [0.36 * (column - 1), 0.1 * Number(column !== 1), 0.5] : [0, -0.06 * row, row / 2],
});
