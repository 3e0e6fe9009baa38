import { hashText } from '../hash-text.ts';
import type { FigureName } from './figures.ts';
import type { GlyphName } from './glyphs.ts';

export type CategoryLook = {
  readonly glyph: GlyphName;
  /** Degrees of the OKLCH circle. */
  readonly hue: number;
  readonly figures: readonly FigureName[];
};

type KnownLook = CategoryLook & { readonly words: RegExp };

const anyFigures = ['block', 'stack', 'gem', 'can', 'ball', 'pyramid', 'steps', 'vase'] as const;

const knownLooks: readonly KnownLook[] = [
  {
    words: /furnitur|chair|table|sofa|interior|cabinet/,
    glyph: 'chair',
    hue: 62,
    figures: ['table', 'seat', 'stack'],
  },
  { words: /character|people|human|person|avatar|figure/, glyph: 'person', hue: 28, figures: ['pawn'] },
  { words: /vehicle|car|aircraft|ship|transport|train/, glyph: 'car', hue: 245, figures: ['car'] },
  {
    words: /architect|building|house|city|exterior/,
    glyph: 'building',
    hue: 85,
    figures: ['towers', 'house', 'steps'],
  },
  { words: /plant|nature|tree|flower|vegetation|garden/, glyph: 'leaf', hue: 145, figures: ['tree'] },
  { words: /animal|creature|pet|bird|fish|insect/, glyph: 'paw', hue: 50, figures: ['ball', 'pawn'] },
  { words: /food|drink|kitchen|fruit/, glyph: 'cup', hue: 18, figures: ['can', 'vase', 'ball'] },
  {
    words: /electr|device|computer|gadget|tech|connector/,
    glyph: 'screen',
    hue: 275,
    figures: ['block', 'stack', 'can'],
  },
  { words: /weapon|sword|gun|military/, glyph: 'sword', hue: 355, figures: ['gem', 'pyramid', 'block'] },
  {
    words: /tool|industr|machine|part|mechan|technic/,
    glyph: 'wrench',
    hue: 220,
    figures: ['stack', 'can', 'steps'],
  },
  { words: /material|texture|surface/, glyph: 'swatch', hue: 310, figures: ['ball'] },
  { words: /light|lamp|effect|fire/, glyph: 'spark', hue: 95, figures: ['vase', 'gem'] },
  { words: /cloth|fashion|apparel|shoe|wear/, glyph: 'shirt', hue: 335, figures: ['pawn', 'vase'] },
  {
    words: /container|prop|box|storage|package|household|decor/,
    glyph: 'box',
    hue: 190,
    figures: ['block', 'stack', 'vase'],
  },
];

/** Glyph, hue and forms of a category; an unknown name gets its own hue, and without a name every model does. */
export function findCategoryLook(category: string, guid: string): CategoryLook {
  const name = category.toLowerCase();
  if (name === '') return { glyph: 'cube', hue: hashText(guid) % 360, figures: anyFigures };
  const known = knownLooks.find(({ words }) => words.test(name));
  return known ?? { glyph: 'cube', hue: hashText(name) % 360, figures: anyFigures };
}
