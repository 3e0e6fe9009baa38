import { join, lerp, type Piece, place } from '../geometry/piece.ts';
import { ball, lathe } from '../geometry/sheet.ts';
import { tube } from '../geometry/tube.ts';
import type { Vec3 } from '../geometry/vector.ts';
import { plain, redEnamel, steel } from '../materials.ts';
import { type DemoModel, part } from '../model.ts';

const [FOOT, ELBOW, HEAD] = [
  [-100, 50],
  [-200, 300],
  [80, 460],
] as const;
const bulb = { ...plain('bulb', '#fff4d6', '#ffe9b8', 0.4), glow: [1, 0.85, 0.55] as const };

export const deskLamp: DemoModel = {
  slug: 'desk-lamp',
  title: 'Balanced-Arm Desk Lamp',
  description:
    'A balanced-arm desk lamp with twin rods, tension springs and an enamelled shade over a glowing bulb. Base, arms and shade are separate parts, so the pose can be changed joint by joint. It stands about 50 cm high.',
  category: 'Lighting / Lamps',
  tags: ['lamp', 'desk', 'light', 'enamel', 'steel', 'office', 'spring'],
  keywords: ['task light', 'study', 'workplace', 'architect lamp', 'bulb', 'articulated'],
  priceUsd: 1,
  license: 'CC-BY-4.0',
  updatedAt: '2025-02-14T09:00:00Z',
  shape: (detail) => {
    const base = lathe(detail, '0 0, 95 0 3, 95 16 8, 30 26 10, 18 50 4, 0 50', { around: 48 });
    const shade = '0 -10, 43 -22 30, 90.5 -126, 92 -125, 45 -20 30, 24 0 8, 20 30 6, 0 30';
    const onArm = (piece: Piece): Piece => place(piece, [HEAD[0] + 20, HEAD[1] - 10, 0], [0, 0, 38]);
    const globe = place(ball(detail, 30), [0, -75, 0], [0, 0, 0], [1, 1.15, 1]);
    return [
      part('base', redEnamel, [place(base, [FOOT[0], 0, 0])]),
      part('arms', steel, [arms(detail), ...[FOOT, ELBOW, HEAD].map(([x, y]) => joint(detail, [x, y, 0]))]),
      part('springs', steel, detail < 0.4 ? [spring(detail, 0)] : [spring(detail, -8), spring(detail, 8)]),
      part('shade', redEnamel, [onArm(lathe(detail, shade, { around: 48 }))]),
      part('bulb', bulb, [onArm(globe)]),
    ];
  },
};

function arms(detail: number): Piece {
  const rod = { radius: 4.5, around: 14 };
  const front = join([
    tube(detail, '-100 50 17, -200 300 17', rod),
    tube(detail, '-200 300 17, 80 460 17', rod),
  ]);
  return join([front, place(front, [0, 0, -34])]);
}

function joint(detail: number, move: Vec3): Piece {
  const pin = tube(detail, '0 0 -26, 0 0 26', { radius: 9, around: 20, least: [1, 6] });
  const washer = tube(detail, '0 0 24, 0 0 30', { radius: 15, around: 20, least: [1, 6] });
  return place(join([pin, washer, place(washer, [0, 0, 0], [0, 0, 0], [1, 1, -1])]), move);
}

function spring(detail: number, z: number): Piece {
  const turns = 12;
  return tube(
    detail,
    (t) => {
      const [angle, share] = [2 * Math.PI * turns * t, lerp(0.12, 0.62, t)];
      const x = lerp(FOOT[0], ELBOW[0], share) + 12 + 7 * Math.cos(angle);
      return [x, lerp(FOOT[1], ELBOW[1], share) + 2.7 * Math.cos(angle), z + 7 * Math.sin(angle)];
    },
    { radius: 1.2, along: turns * 9, around: 5, least: [turns * 3, 3], tiles: [1, 12] },
  );
}
