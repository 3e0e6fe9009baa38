import { grid } from '../geometry/grid.ts';
import { part } from '../geometry/part.ts';
import { joinPieces, type Piece, refine } from '../geometry/piece.ts';
import { createRandom } from '../geometry/random.ts';
import { sweep } from '../geometry/sweep.ts';
import { add, cross, mix, normalize, scale, subtract, type Vec3 } from '../geometry/vector.ts';
import type { DemoModel, Part } from '../model.ts';
import { paintLeaf } from '../textures/nature.ts';
import { paintRough } from '../textures/surfaces.ts';
import { flowerPot, potSoil } from './flower-pot.ts';

export const pottedFern: DemoModel = {
  slug: 'potted-fern',
  title: 'Potted Fern',
  description:
    'A sword fern in a terracotta pot, with arching fronds of single leaflets. Leaves are thin double-sided sheets with a veined texture, the pot and soil are solid. About 65 cm wide, for window sills, offices and garden scenes.',
  category: 'Nature',
  subcategory: 'Plants',
  tags: ['fern', 'plant', 'pot', 'terracotta', 'leaf', 'green', 'interior'],
  keywords: ['houseplant', 'foliage', 'botany', 'garden', 'decor', 'frond'],
  priceUsd: 1,
  updatedAt: '2025-02-16T09:00:00Z',
  grain: 1e-5,
  materials: [
    {
      name: 'leaf',
      paint: paintLeaf({ light: '#6da33f', dark: '#34701f', seed: 61 }),
      metallic: 0,
      roughness: 0.6,
      isThin: true,
    },
    {
      name: 'terracotta',
      paint: paintRough({ light: '#c97a50', dark: '#a85c38', seed: 62 }),
      metallic: 0,
      roughness: 0.88,
    },
    {
      name: 'soil',
      paint: paintRough({ light: '#4a3527', dark: '#241811', seed: 63 }),
      metallic: 0,
      roughness: 1,
    },
  ],
  shape: (detail) => {
    const pot = { radius: 0.12, height: 0.2, detail };
    return [
      leaves(detail),
      part({ name: 'pot', material: 'terracotta', pieces: [flowerPot(pot)] }),
      part({ name: 'soil', material: 'soil', pieces: [potSoil(pot)] }),
    ];
  },
};

function leaves(detail: number): Part {
  const random = createRandom(6);
  const count = detail < 0.5 ? 13 : Math.min(38, refine(detail, 26, 22));
  const fronds = Array.from({ length: count }, (_, index) => {
    const ring = (index % 3) / 2;
    const reach = mix(0.16, 0.34, 1 - ring) * mix(0.85, 1.1, random());
    const rise = mix(0.14, 0.36, ring) * mix(0.9, 1.15, random());
    const angle = index * 2.39996 + 0.25 * random();
    return frond({ angle, reach, rise, detail });
  });
  return part({ name: 'leaves', material: 'leaf', pieces: fronds });
}

type Frond = {
  readonly angle: number;
  readonly reach: number;
  readonly rise: number;
  readonly detail: number;
};

function frond({ angle, reach, rise, detail }: Frond): Piece {
  const out: Vec3 = [Math.cos(angle), 0, Math.sin(angle)];
  const path = (t: number): Vec3 => {
    const distance = 0.015 + reach * (0.35 * t + 0.65 * t * t);
    const height = 0.175 + rise * (2.3 * t - 1.75 * t * t) - 0.07 * t ** 3;
    return [out[0] * distance, height, out[2] * distance];
  };
  const stalk = sweep({
    path,
    along: refine(detail, 11, 3),
    around: 3,
    radius: (t) => mix(0.0026, 0.0008, t),
    caps: 'none',
    tiles: [0.02, 1],
  });
  const pairs = Math.min(24, refine(detail, 19, 5));
  const sides: Vec3 = [-out[2], 0, out[0]];
  const leaflets = Array.from({ length: pairs }, (_, index) => {
    const t = mix(0.16, 0.985, index / (pairs - 1));
    const forward = normalize(subtract(path(Math.min(1, t + 0.02)), path(t - 0.02)));
    const shape = 0.3 + 0.7 * Math.sin(Math.PI * (0.22 + 0.7 * t));
    const length = 0.062 * shape * (1 - 0.72 * t ** 3) * (reach / 0.3 + 0.25);
    const width = (0.8 * (reach + rise)) / pairs;
    return [-1, 1].map((side) =>
      leaflet({ at: path(t), forward, side: scale(sides, side), length, width, detail }),
    );
  });
  return joinPieces([stalk, ...leaflets.flat()]);
}

type Leaflet = {
  readonly at: Vec3;
  readonly forward: Vec3;
  readonly side: Vec3;
  readonly length: number;
  readonly width: number;
  readonly detail: number;
};

function leaflet({ at, forward, side, length, width, detail }: Leaflet): Piece {
  const rows = refine(detail, 2.6, 2);
  const columns = detail > 1.4 ? 2 : 1;
  const up = normalize(cross(forward, side))[1] > 0 ? cross(forward, side) : cross(side, forward);
  const isTurned = cross(forward, side)[1] > 0;
  return grid({
    columns,
    rows,
    point: (column, row) => {
      const v = row / rows;
      const u = (column / columns - 0.5) * (isTurned ? 1 : -1);
      const half =
        width * (rows === 2 && row === 1 ? 1 : Math.sin(Math.PI * Math.min(1, 0.2 + 0.8 * v) ** 0.8) * 0.98);
      const droop = -0.3 * length * v * v + (columns === 2 && column === 1 ? -0.3 * width : 0);
      const reach = add(
        scale(side, length * v),
        scale(forward, u * (row === rows ? 0 : half) + 0.35 * length * v),
      );
      return add(add(at, reach), scale(up, droop + 0.1 * length * v));
    },
  });
}
