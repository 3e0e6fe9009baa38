import { BrokenFile } from '../broken-file.ts';
import { type ByteSource, createSourceSlice, visitRange } from '../byte-source.ts';
import { type Findings, noFindings } from '../inspection.ts';
import { createDirectoryParser, type Parser, type ParserContext } from '../parser.ts';
import { countCrateTriangles } from './count-usd-crate.ts';
import { countTextTriangles } from './count-usd-text.ts';
import { locateZipEntry, readZipEntry } from './read-zip-entry.ts';
import { openUsdCrate, readUsdTokens } from './usd-tokens.ts';
import { readZipDirectory, type ZipEntry } from './zip-directory.ts';

const sceneName = /\.usd[ac]?$/i;
const rigTokens = ['SkelRoot', 'Skeleton'] as const;
const animationToken = 'timeSamples';
const wantedTokens = [animationToken, ...rigTokens];
const longestToken = 16;

/** The tokens of interest that a scene written as text holds. */
function findTextTokens(source: ByteSource): ReadonlySet<string> {
  const found = new Set<string>();
  let tail = '';
  visitRange(source, { offset: 0, length: source.size, unit: 1 }, (bytes) => {
    const text = tail + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    for (const token of wantedTokens) if (text.includes(token)) found.add(token);
    tail = text.slice(-longestToken);
  });
  return found;
}

const isText = (scene: ByteSource) => Buffer.from(scene.read(0, 5)).toString('latin1') === '#usda';

type Scene = { readonly tokens: ReadonlySet<string>; readonly triangles: number | null };

function readScene(scene: ByteSource): Scene {
  if (isText(scene)) return { tokens: findTextTokens(scene), triangles: countTextTriangles(scene) };
  const crate = openUsdCrate(scene);
  const names = readUsdTokens(crate);
  return {
    tokens: new Set(wantedTokens.filter((token) => names?.includes(`\0${token}\0`))),
    triangles: names && countCrateTriangles(crate, names),
  };
}

function checkEntries(entries: readonly ZipEntry[], fileBytes: number): void {
  const first = entries[0];
  if (first === undefined || !sceneName.test(first.name)) {
    throw new BrokenFile('does not start with a USD scene. Export it again.');
  }
  const packed = entries.find((entry) => entry.method !== 0 || entry.packedBytes !== entry.unpackedBytes);
  if (packed !== undefined) {
    throw new BrokenFile(`compresses its entry "${packed.name}", which USDZ forbids. Export it again.`);
  }
  const total = entries.reduce((sum, entry) => sum + entry.packedBytes, 0);
  if (total > fileBytes) throw new BrokenFile('has entries that lie on top of each other. Export it again.');
}

async function readUsdz({ source }: ParserContext): Promise<Findings> {
  const entries = readZipDirectory(source).toSorted((one, other) => one.headerOffset - other.headerOffset);
  checkEntries(entries, source.size);
  const tokens = new Set<string>();
  const counts: (number | null)[] = [];
  for (const entry of entries) {
    await readZipEntry(source, entry, () => undefined);
    if (!sceneName.test(entry.name)) continue;
    const scene = createSourceSlice(source, locateZipEntry(source, entry), entry.packedBytes);
    const found = readScene(scene);
    for (const token of found.tokens) tokens.add(token);
    counts.push(found.triangles);
  }
  return {
    ...noFindings,
    // A scene of several files is composed of them.
    triangles: counts.length === 1 ? (counts[0] ?? null) : null,
    animated: tokens.has(animationToken),
    rigged: rigTokens.some((token) => tokens.has(token)),
  };
}

/** Checks every entry of the archive; triangles are counted in scenes of one file, and textures inside it are no references. */
export function createUsdzParser(context: ParserContext): Parser {
  return createDirectoryParser(() => readUsdz(context));
}
