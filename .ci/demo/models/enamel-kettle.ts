import { lerp, mirror, type Piece, place } from '../geometry/piece.ts';
import { ball, lathe } from '../geometry/sheet.ts';
import { type Path, tube } from '../geometry/tube.ts';
import { beech, plain, steel } from '../materials.ts';
import { type DemoModel, part } from '../model.ts';

const enamel = plain('enamel', '#5fa596', '#4d9081', 0.18);

export const enamelKettle: DemoModel = {
  slug: 'enamel-kettle',
  title: 'Enamel Kettle',
  description:
    'A stove-top kettle in sea-green enamel with a swan-neck spout, steel fittings and a turned beech grip. Lid and knob are separate from the body. Sits well on a hob, a campfire or a breakfast table; holds about two litres.',
  category: 'Kitchen / Cookware',
  tags: ['kettle', 'teapot', 'enamel', 'kitchen', 'stove', 'spout', 'tea', 'retro'],
  keywords: ['hot water', 'cookware', 'handle', 'lid', 'farmhouse', 'camping'],
  priceUsd: 1,
  license: 'CC-BY-4.0',
  updatedAt: '2025-02-26T09:00:00Z',
  shape: (detail) => {
    const pot =
      '0 3, 88 3 2, 92 0 2, 103 2 8, 120 42 52, 96 118 70, 53 141 3, 53 144 1.5, 49.5 144 1.2, 48.5 130';
    const lid = '0 137, 47.5 137 1, 52 144 1, 51.5 147 1.5, 36 158 30, 0 164';
    const knob = '6 169, 12.5 173 4, 14.5 182 6, 9 190 6, 0 191';
    const grip = tube(detail, arch(0.3, 0.7), {
      along: 22,
      around: 20,
      radius: (t) => (9.8 + 2.2 * Math.sin(Math.PI * t)) * Math.min(1, 0.55 + 12 * t * (1 - t)),
      side: [0, 1, 0],
      tiles: [0.5, 1],
    });
    const bar = tube(detail, arch(0.045, 0.955), {
      along: 40,
      around: 12,
      radius: 4.2,
      section: (angle) => [0.8 * Math.cos(angle), 1.5 * Math.sin(angle)],
      side: [1, 0, 0],
    });
    const lug = place(ball(detail, 11, 18), [86.5, 123, 0], [0, 0, 35], [0.75, 1.15, 1]);
    return [
      part('body', enamel, [lathe(detail, pot, { tiles: [2, 2] }), ...spout(detail)]),
      part('lid', enamel, [lathe(detail, lid, { around: 48 })]),
      part('fittings', steel, [
        bar,
        mirror(lug),
        lathe(detail, '12 161, 9 166 3, 7 171', { around: 24, least: 8 }),
      ]),
      part('grip', beech, [grip, lathe(detail, knob, { around: 24, least: 8 })]),
    ];
  },
};

/** Returns the handle's arch over the lid, between two fractions of a half circle. */
function arch(from: number, to: number): Path {
  return (t) => {
    const angle = lerp(from, to, t) * Math.PI;
    return [88 * Math.cos(angle), 118 + 128 * Math.sin(angle) ** 0.8, 0];
  };
}

function spout(detail: number): readonly Piece[] {
  const neck = tube(detail, '85 55 0, 118 66 0, 140 96 0, 154 128 0, 176 143 0', {
    along: 26,
    around: 26,
    radius: (t) => lerp(28, 12.5, t ** 0.75) + 3 * t ** 8,
    section: (angle, t) => [lerp(1.25, 0.95, t) * Math.cos(angle), Math.sin(angle)],
    side: [0, 1, 0],
    isOpen: true,
  });
  const inside = tube(detail, '176.5 143.2 0, 158 130 0', {
    along: 2,
    around: 26,
    radius: (t) => lerp(15.3, 9.5, t),
    section: (angle) => [Math.cos(angle), -Math.sin(angle)],
    isOpen: true,
    side: [0, 1, 0],
  });
  return [neck, inside];
}
