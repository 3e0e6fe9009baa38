import { hashText } from '../hash-text.ts';
import { findCategoryLook } from './category-looks.ts';
import { drawSolid } from './draw-solid.ts';
import { type Figure, type FigureName, figures } from './figures.ts';
import type { GlyphName } from './glyphs.ts';
import { fitProjection } from './projection.ts';
import type { Face } from './solid.ts';

export type Placeholder = {
  readonly hue: number;
  readonly glyph: GlyphName;
  /** From back to front. */
  readonly faces: readonly Face[];
};

const hueSpread = 16;

/** The same model always gets the same picture; its category gives hue and kind of form. */
export function drawPlaceholder(guid: string, category: string): Placeholder {
  const look = findCategoryLook(category, guid);
  const vary = (index: number) => (hashText(`${guid}/${index}`) % 1024) / 1023;
  const name: FigureName = look.figures[hashText(guid) % look.figures.length] ?? 'block';
  const figure: Figure = figures[name];
  const solids = figure(vary);
  const projection = fitProjection(solids);
  return {
    hue: Math.round(look.hue + (vary(9) - 0.5) * hueSpread + 360) % 360,
    glyph: look.glyph,
    faces: solids.flatMap((one) => drawSolid(one, projection)),
  };
}
