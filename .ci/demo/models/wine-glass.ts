import { lathe } from '../geometry/sheet.ts';
import { plain } from '../materials.ts';
import { type DemoModel, part } from '../model.ts';

const glass = { ...plain('glass', '#dfe9e8', '#cddbdb', 0.03), opacity: 0.3 };
const wine = { ...plain('wine', '#6d0f22', '#4e0816', 0.06), opacity: 0.9 };

export const wineGlass: DemoModel = {
  slug: 'wine-glass',
  title: 'Wine Glass',
  description:
    'A tall red-wine glass, 22 cm high, with a drawn stem, thin rim and a third of a glass of wine. The wall has an inside and an outside, so refraction renders correctly. Glass and wine are separate transparent materials.',
  category: 'Kitchen / Glassware',
  tags: ['wine', 'glass', 'drink', 'transparent', 'stemware', 'restaurant', 'table'],
  keywords: ['red wine', 'goblet', 'bar', 'dinner', 'crystal', 'tableware'],
  priceUsd: 1,
  license: 'CC-BY-4.0',
  updatedAt: '2025-02-25T09:00:00Z',
  shape: (detail) => {
    const outside =
      '0 0.6, 37.5 0 0.8, 37.8 1.6 0.6, 10 5.4 25, 3.5 30 60, 3.8 96 12, 47 110 40, 44 165 90, 33 220 0.5';
    const inside = '32 220 0.5, 43 165 90, 46 112.5 39, 0 102';
    const filling = '0 102.4, 45.6 112.9 39, 43.4 148, 42.6 147.3 2, 0 147.2';
    return [
      part('wine', wine, [lathe(detail, filling)]),
      part('glass', glass, [lathe(detail, `${outside}, ${inside}`, { least: 14 })]),
    ];
  },
};
