import { expect, test } from 'vitest';
import { readVox } from '../../../server/shared/vox/read-vox.ts';
import { listVoxSurfaces } from '../../../server/shared/vox/vox-faces.ts';
import {
  chunk,
  sampleVox,
  voxBox,
  voxGroup,
  voxLayer,
  voxMove,
  voxPalette,
  voxShape,
} from '../../helpers/sample-vox.ts';
import { parseBytes } from './parse-bytes.ts';

/** The box around all that a file shows, Z up. */
function boundsOf(bytes: Uint8Array): readonly (readonly number[])[] {
  const least = [Infinity, Infinity, Infinity];
  const most = [-Infinity, -Infinity, -Infinity];
  for (const { points, place } of listVoxSurfaces(readVox(bytes)))
    for (let at = 0; at < points.length; at += 3)
      for (let row = 0; row < 3; row += 1) {
        const column = (index: number) => (place[index * 4 + row] ?? 0) * (points[at + index] ?? 0);
        const value = column(0) + column(1) + column(2) + (place[12 + row] ?? 0);
        least[row] = Math.min(least[row] ?? 0, value);
        most[row] = Math.max(most[row] ?? 0, value);
      }
  return [least, most];
}

const pair = {
  size: [3, 1, 1],
  cubes: [
    [0, 0, 0, 1],
    [1, 0, 0, 1],
    [2, 0, 0, 2],
  ],
} as const;

test.each([
  ['one cube', [voxBox(1, 1, 1)], 12],
  ['a box of one colour', [voxBox(9, 4, 5)], 12],
  ['two colours side by side', [pair], 20],
  [
    'a cube that a later one covers',
    [
      {
        size: [1, 1, 1],
        cubes: [
          [0, 0, 0, 1],
          [0, 0, 0, 2],
        ],
      },
    ],
    12,
  ],
  [
    'cubes as far apart as may be',
    [
      {
        size: [256, 256, 256],
        cubes: [
          [0, 0, 0, 1],
          [255, 255, 255, 1],
        ],
      },
    ],
    24,
  ],
  ['a frame of an animation', [voxBox(2, 2, 2), voxBox(3, 3, 3)], 12],
] as const)('counts the triangles of %s', async (_, parts, triangles) => {
  expect(await parseBytes('vox', sampleVox(parts))).toMatchObject({ triangles, problem: null, upAxis: 'Z' });
});

const twice = [voxMove(0, 1), voxGroup(1, 2, 4), voxMove(2, 3, { _t: '5 0 0' }), voxShape(3, 0)];

test('shows each model where its scene puts it', async () => {
  // Its X becomes Y, its Y becomes −X.
  const turned = voxMove(4, 5, { _r: String(1 | (0 << 2) | (1 << 4)), _t: '-5 0 2' });
  const bytes = sampleVox([voxBox(4, 2, 1), voxBox(1, 1, 3)], ...twice, turned, voxShape(5, 0));

  expect((await parseBytes('vox', bytes)).triangles).toBe(24);
  expect(boundsOf(bytes)).toEqual([
    [-6, -2, 0],
    [7, 2, 3],
  ]);
});

test.each([
  ['hidden by itself', voxMove(4, 5, {}, { isHidden: true })],
  ['of a hidden layer', voxMove(4, 5, {}, { layer: 2 })],
])('shows nothing of what is %s', async (_, other) => {
  const chunks = [...twice, other, voxShape(5, 0), voxLayer(2, true), voxLayer(0, false)];

  expect((await parseBytes('vox', sampleVox([voxBox(2, 2, 2)], ...chunks))).triangles).toBe(12);
});

test('paints with the palette of the file, else with the one that programs have', () => {
  const colourOf = (...chunks: readonly Uint8Array[]) => {
    const [surface] = listVoxSurfaces(readVox(sampleVox([voxBox(1, 1, 1, 2)], ...chunks)));
    return Array.from(surface?.colours.subarray(0, 3) ?? [], (value) => Number(value.toFixed(3)));
  };

  expect(colourOf(voxPalette(0x00ff00, 0xff0000))).toEqual([1, 0, 0]);
  expect(colourOf()).toEqual([1, 1, 0.604]);
});

test.each([
  ['a scene that contains itself', sampleVox([voxBox(1, 1, 1)], voxMove(0, 1), voxGroup(1, 0, 0))],
  ['fewer cubes than it promises', sampleVox([], chunk('XYZI', Buffer.from([255, 255, 255, 255])))],
  [
    'a chunk that never ends',
    Buffer.concat([sampleVox([voxBox(1, 1, 1)]), Buffer.from('RGBA\xff\xff\xff\xff', 'latin1')]),
  ],
  ['no model', sampleVox([])],
  ['another beginning', Buffer.from('RIFF\x96\0\0\0MAIN\0\0\0\0\0\0\0\0', 'latin1')],
])('refuses %s', async (_, bytes) => {
  expect((await parseBytes('vox', bytes)).problem).toBe(
    'file.vox contains no cubes that can be read. Export it again.',
  );
});

test('passes over chunks and nodes that it does not know', async () => {
  const others = [
    chunk('MATL', Buffer.alloc(9)),
    chunk('rOBJ'),
    voxMove(0, 1),
    voxGroup(1, 2, 9),
    voxShape(2, 0),
  ];

  expect((await parseBytes('vox', sampleVox([voxBox(1, 1, 1)], ...others))).triangles).toBe(12);
});
