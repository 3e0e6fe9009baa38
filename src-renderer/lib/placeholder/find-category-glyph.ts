import type { GlyphName } from './glyphs.ts';

const known: readonly (readonly [words: RegExp, glyph: GlyphName])[] = [
  [/furnitur|chair|table|sofa|interior|cabinet/, 'chair'],
  [/character|people|human|person|avatar|figure/, 'person'],
  [/vehicle|\bcars?\b|aircraft|ship|transport|train/, 'car'],
  [/architect|building|house|city|exterior/, 'building'],
  [/plant|nature|tree|flower|vegetation|garden/, 'leaf'],
  [/animal|creature|\bpets?\b|bird|fish|insect/, 'paw'],
  [/food|drink|kitchen|fruit/, 'cup'],
  [/electr|device|computer|gadget|tech|connector/, 'screen'],
  [/weapon|sword|gun|military/, 'sword'],
  [/tool|industr|machine|part|mechan|technic/, 'wrench'],
  [/material|texture|surface/, 'swatch'],
  [/light|lamp|effect|fire/, 'spark'],
  [/cloth|fashion|apparel|shoe|wear/, 'shirt'],
  [/container|prop|box|storage|package|household|decor/, 'box'],
];

/** Returns the glyph of a category; a cube for an unknown one. */
export function findCategoryGlyph(category: string): GlyphName {
  const name = category.toLowerCase();
  return known.find(([words]) => words.test(name))?.[1] ?? 'cube';
}
