import { mostTextures, type TextureMap } from '../../contract/catalogue/texture-maps.ts';
import { tellMap } from '../../shared/texture-names.ts';
import { noFindings, type TextureUse } from '../inspection.ts';
import { createItemBudget } from '../item-budget.ts';
import type { Parser } from '../parser.ts';
import { listReferences, toMaterialName, toReference } from '../references.ts';
import { decodeText } from '../text/decode-text.ts';
import { skipBlanks } from '../text/line-bytes.ts';
import { createLineScanner } from '../text/line-scanner.ts';

const mapLine = /^(map_\w+|bump|disp|decal|refl|norm)\s+(.+)$/i;
const numbersOption =
  /^-(?:o|s|t|mm|boost|texres|bm)(?:\s+[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?(?=\s))+\s+/i;
const wordOption = /^-(?:blendu|blendv|cc|clamp|imfchan|type|colorspace)\s+\S+\s+/i;
const longestMapLine = 4096;

function skipOptions(value: string): string {
  let rest = value.trim();
  for (;;) {
    const next = rest.replace(numbersOption, '').replace(wordOption, '');
    if (next === rest) return rest;
    rest = next;
  }
}

const materialLine = /^newmtl\s+(.+)$/i;
/** `bump` and similar keys hold height maps, unless the file name says normal map. */
const maps: ReadonlyMap<string, TextureMap> = new Map([
  ['map_kd', 'baseColor'],
  ['map_ks', 'specular'],
  ['map_ke', 'emissive'],
  ['map_d', 'opacity'],
  ['map_pr', 'roughness'],
  ['map_pm', 'metallic'],
  ['norm', 'normal'],
  ['map_bump', 'height'],
  ['bump', 'height'],
  ['disp', 'height'],
  ['map_disp', 'height'],
]);

function toMap(key: string, reference: string): TextureMap | undefined {
  const map = maps.get(key.toLowerCase());
  return map === 'height' && tellMap(reference) === 'normal' ? 'normal' : map;
}

/** Lists the images of a material library, and what its materials use them for. */
export function createMtlParser(): Parser {
  const named: string[] = [];
  const uses: { readonly key: string; readonly value: string; readonly material: string | null }[] = [];
  let material: string | null = null;
  const countItem = createItemBudget();
  const scanner = createLineScanner((bytes, start, end) => {
    const at = skipBlanks(bytes, start, end);
    if (end - at > longestMapLine) return;
    const line = decodeText(bytes.subarray(at, end));
    const [, key, written] = mapLine.exec(line) ?? [];
    if (key === undefined || written === undefined) {
      const [, name] = materialLine.exec(line) ?? [];
      if (name !== undefined) material = toMaterialName(name);
      return;
    }
    countItem(written.length);
    const value = skipOptions(written);
    named.push(value);
    if (uses.length < mostTextures) uses.push({ key, value, material });
  });

  return {
    push: scanner.push,
    finish() {
      scanner.finish();
      const textures = uses.flatMap(({ key, value, material: user }): readonly TextureUse[] => {
        const reference = toReference(value);
        const map = reference === null ? undefined : toMap(key, reference);
        return reference === null || map === undefined ? [] : [{ reference, map, material: user }];
      });
      const found = { ...noFindings, references: listReferences(named.map(toReference)) };
      return textures.length > 0 ? { ...found, textures } : found;
    },
  };
}
