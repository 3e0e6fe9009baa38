import { noFindings } from '../inspection.ts';
import { createItemBudget } from '../item-budget.ts';
import type { Parser } from '../parser.ts';
import { listReferences, toReference } from '../references.ts';
import { decodeText } from '../text/decode-text.ts';
import { skipBlanks } from '../text/line-bytes.ts';
import { createLineScanner } from '../text/line-scanner.ts';

const mapLine = /^(?:map_\w+|bump|disp|decal|refl|norm)\s+(.+)$/i;
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

/** Lists the texture maps of a material library. */
export function createMtlParser(): Parser {
  const maps: string[] = [];
  const countItem = createItemBudget();
  const scanner = createLineScanner((bytes, start, end) => {
    const at = skipBlanks(bytes, start, end);
    if (end - at > longestMapLine) return;
    const map = mapLine.exec(decodeText(bytes.subarray(at, end)));
    if (map?.[1] === undefined) return;
    countItem(map[1].length);
    maps.push(skipOptions(map[1]));
  });

  return {
    push: scanner.push,
    finish() {
      scanner.finish();
      return { ...noFindings, references: listReferences(maps.map(toReference)) };
    },
  };
}
