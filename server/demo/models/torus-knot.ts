import { part } from '../geometry/part.ts';
import { type Piece, refine } from '../geometry/piece.ts';
import { place } from '../geometry/place.ts';
import { rod } from '../geometry/rod.ts';
import { roundedBox } from '../geometry/rounded-box.ts';
import { sweep } from '../geometry/sweep.ts';
import type { DemoModel } from '../model.ts';
import { paintMarble, paintMetal } from '../textures/surfaces.ts';

export const torusKnot: DemoModel = {
  slug: 'torus-knot-sculpture',
  title: 'Torus Knot Sculpture',
  description:
    'A polished bronze trefoil knot of square, twisting section on a black marble plinth with a brass plate. One closed ribbon without a seam, good for testing reflections and smooth shading. 60 cm high.',
  category: 'Art',
  subcategory: 'Sculpture',
  tags: ['sculpture', 'knot', 'bronze', 'marble', 'abstract', 'art', 'modern', 'trefoil'],
  keywords: ['mathematics', 'museum', 'gallery', 'statue', 'decor', 'torus'],
  priceUsd: 5,
  updatedAt: '2025-03-06T09:00:00Z',
  grain: 1e-5,
  materials: [
    {
      name: 'bronze',
      paint: paintMetal({ light: '#c98f52', dark: '#9a6330', seed: 251 }),
      metallic: 1,
      roughness: 0.22,
    },
    {
      name: 'marble',
      paint: paintMarble({ light: '#2b2c30', dark: '#8d8a86', seed: 252 }),
      metallic: 0,
      roughness: 0.16,
      pixels: 512,
    },
    {
      name: 'brass',
      paint: paintMetal({ light: '#e3c474', dark: '#bf9a4b', seed: 253 }),
      metallic: 1,
      roughness: 0.3,
    },
  ],
  shape: (detail) => [
    part({ name: 'knot', material: 'bronze', pieces: [knot(detail)] }),
    part({ name: 'plinth', material: 'marble', pieces: plinth(detail) }),
    part({ name: 'plate', material: 'brass', pieces: fixings(detail) }),
  ],
};

function knot(detail: number): Piece {
  return sweep({
    path: (t) => {
      const angle = 4 * Math.PI * t + Math.PI / 4;
      const bend = 6 * Math.PI * t + (3 * Math.PI) / 8;
      const reach = 0.125 + 0.056 * Math.cos(bend);
      return [reach * Math.cos(angle), 0.385 + reach * Math.sin(angle), 0.07 * Math.sin(bend)];
    },
    along: refine(detail, 150, 36),
    around: 4 * refine(detail, 5, 2),
    radius: 0.031,
    section: (angle, t) => {
      const turn = angle + 6 * Math.PI * t;
      const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
      const bend = (value: number): number => Math.sign(value) * Math.abs(value) ** 0.62;
      const [x, y] = [bend(cosine), bend(sine)];
      const twist = turn - angle;
      return [x * Math.cos(twist) - y * Math.sin(twist), x * Math.sin(twist) + y * Math.cos(twist)];
    },
    isLoop: true,
    tiles: [2, 12],
  });
}

function plinth(detail: number): readonly Piece[] {
  const bevel = refine(detail, 4, 0);
  return [
    place(roundedBox({ size: [0.26, 0.03, 0.2], radius: 0.005, bevel, tile: 0.3 }), { move: [0, 0.015, 0] }),
    place(roundedBox({ size: [0.22, 0.11, 0.16], radius: 0.006, bevel, tile: 0.3 }), { move: [0, 0.083, 0] }),
  ];
}

function fixings(detail: number): readonly Piece[] {
  const plate = roundedBox({ size: [0.09, 0.035, 0.004], radius: 0.0015, bevel: refine(detail, 3, 0) });
  const around = refine(detail, 24, 8);
  return [
    place(plate, { move: [0, 0.085, 0.081] }),
    rod({ from: [0, 0.135, 0], to: [0, 0.2, 0], radius: 0.007, around }),
    rod({ from: [0, 0.135, 0], to: [0, 0.144, 0], radius: 0.022, around }),
  ];
}
