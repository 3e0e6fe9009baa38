import { sentence } from '../../contract/sentence.ts';
import { BrokenFile, formatCount } from '../broken-file.ts';
import { countInstances } from '../count-instances.ts';
import { type Findings, noFindings } from '../inspection.ts';
import { createItemBudget } from '../item-budget.ts';
import { createDirectoryParser, type Parser, type ParserContext } from '../parser.ts';
import { createXmlScanner } from '../text/xml-scanner.ts';
import type { XmlTag } from '../text/xml-tag.ts';
import { readZipEntry } from './read-zip-entry.ts';
import { createThreemfModelReader, type ThreemfScene } from './threemf-model.ts';
import { readZipDirectory, type ZipEntry } from './zip-directory.ts';

const largestUnpackedBytes = 2 ** 31;
const suspiciousBytes = 64 * 1024 * 1024;
const suspiciousRatio = 200;
const metresIn: Readonly<Record<string, number>> = {
  ...{ micron: 1e-6, millimeter: 0.001, centimeter: 0.01, meter: 1, inch: 0.0254, foot: 0.3048 },
};
const modelRelation = 'http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel';

/** Model text shrinks to a tenth or twentieth; what shrinks far more is a decompression bomb. */
function checkUnpackedSize(entries: readonly ZipEntry[]): void {
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpackedBytes, 0);
  const packed = entries.reduce((sum, entry) => sum + entry.packedBytes, 0);
  const isBomb = unpacked > suspiciousBytes && unpacked > packed * suspiciousRatio;
  if (!isBomb && unpacked <= largestUnpackedBytes) return;
  throw new BrokenFile(
    sentence`was not opened, as its ${{ packed: formatCount(packed) }} bytes unpack to ${{ unpacked: formatCount(unpacked) }}. Export it again with less detail.`,
  );
}

async function findRootPart({ source }: ParserContext, entries: readonly ZipEntry[]): Promise<string | null> {
  const relations = entries.find((entry) => entry.name.toLowerCase() === '_rels/.rels');
  if (relations === undefined) return null;
  checkUnpackedSize([relations]);
  let root: string | null = null;
  const scanner = createXmlScanner({
    open(tag) {
      if (tag.attribute('Type') === modelRelation)
        root ??= tag.attribute('Target')?.replace(/^\/+/, '') ?? null;
    },
    text: () => undefined,
    close: () => undefined,
  });
  await readZipEntry(source, relations, scanner.push);
  scanner.finish();
  return root;
}

async function readThreemf(context: ParserContext): Promise<Findings> {
  const entries = readZipDirectory(context.source);
  const parts = entries.filter((entry) => /\.model$/i.test(entry.name));
  checkUnpackedSize(parts);
  const rootName = await findRootPart(context, entries);
  const root = parts.find((part) => part.name === rootName) ?? parts[0];
  if (root === undefined) throw new BrokenFile('contains no 3D model. Export it again.');
  const scene: ThreemfScene = { objects: new Map(), items: [], countItem: createItemBudget() };
  let unitMetres: number | undefined;
  for (const part of parts) {
    const read = createThreemfModelReader(part.name, part === root, scene);
    const open = (tag: XmlTag) => {
      if (part === root && tag.name === 'model') unitMetres = metresIn[tag.attribute('unit') ?? 'millimeter'];
      read(tag);
    };
    const scanner = createXmlScanner({ open, text: () => undefined, close: () => undefined });
    await readZipEntry(context.source, part, scanner.push);
    scanner.finish();
  }
  const triangles = countInstances(scene.items, (key) => {
    const object = scene.objects.get(key);
    if (object !== undefined) return { own: object.triangles, children: object.components };
    throw new BrokenFile(
      sentence`shows object "${{ id: key.slice(key.indexOf('#') + 1) }}", which it does not contain. Export it again.`,
    );
  });
  return { ...noFindings, triangles, upAxis: 'Z', ...(unitMetres && { unitMetres }) };
}

/** Counts the triangles on the build plate, each object once per item. */
export function createThreemfParser(context: ParserContext): Parser {
  return createDirectoryParser(() => readThreemf(context));
}
