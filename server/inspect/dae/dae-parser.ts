import { BrokenFile } from '../broken-file.ts';
import { noFindings } from '../inspection.ts';
import { createItemBudget } from '../item-budget.ts';
import type { Parser } from '../parser.ts';
import { listReferences, uriToReference } from '../references.ts';
import { createByteBuffer } from '../text/byte-buffer.ts';
import { decodeText } from '../text/decode-text.ts';
import { createXmlScanner } from '../text/xml-scanner.ts';
import { decodeEntities } from '../text/xml-tag.ts';
import { createDaePrimitiveCounter } from './dae-primitives.ts';
import { createDaeSceneReader } from './dae-scene.ts';

const longestUriBytes = 64 * 1024;

/** Scans COLLADA for primitives, instances, image files, skins and animation channels. */
export function createDaeParser(): Parser {
  const primitives = createDaePrimitiveCounter();
  const scene = createDaeSceneReader();
  const uri = createByteBuffer(longestUriBytes, 'has an image address that never ends. Export it again.');
  const images: string[] = [];
  const countItem = createItemBudget();
  const path: string[] = [];
  const units: { upAxis?: 'X' | 'Y' | 'Z'; unitMetres?: number } = {};
  let animated = false;
  let rigged = false;

  function isInImageAddress(): boolean {
    const innermost = path.at(-1);
    if (innermost !== 'init_from' && innermost !== 'ref') return false;
    return path.includes('image') && (innermost === 'init_from' || path.at(-2) === 'init_from');
  }

  /** Whether the current tag is in the file's own `asset`, rather than that of a part. */
  const isInAsset = () => path.length === 3 && path[1] === 'asset';

  const scanner = createXmlScanner({
    open(tag) {
      if (path.length === 0 && tag.name !== 'COLLADA')
        throw new BrokenFile('is not a COLLADA file. Export it again.');
      path.push(tag.name);
      if (tag.name === 'channel') animated = true;
      if (tag.name === 'skin') rigged = true;
      const metres =
        tag.name === 'unit' && isInAsset() ? Number(tag.attribute('meter')?.replace(',', '.')) : 0;
      if (metres > 0 && Number.isFinite(metres)) units.unitMetres = metres;
      scene.open(tag);
      primitives.open(tag);
    },
    text(bytes, start, end) {
      primitives.text(bytes, start, end);
      if (isInImageAddress()) uri.append(bytes, start, end);
      if (path.at(-1) === 'up_axis' && isInAsset()) {
        const axis = decodeText(bytes.subarray(start, end)).trim();
        if (axis === 'X_UP') units.upAxis = 'X';
        if (axis === 'Y_UP') units.upAxis = 'Y';
        if (axis === 'Z_UP') units.upAxis = 'Z';
      }
    },
    close(name) {
      if (isInImageAddress()) {
        countItem(uri.length());
        images.push(decodeEntities(decodeText(uri.take())));
      }
      path.pop();
      const added = primitives.close(name);
      if (added > 0) scene.addTriangles(added);
      scene.close(name);
    },
  });

  return {
    push: scanner.push,
    finish() {
      scanner.finish();
      const references = listReferences(images.map(uriToReference));
      return { ...noFindings, triangles: scene.countTriangles(), animated, rigged, references, ...units };
    },
  };
}
