import { sentence } from '../../contract/sentence.ts';
import { BrokenFile } from '../broken-file.ts';
import { createSourceSlice } from '../byte-source.ts';
import type { Findings } from '../inspection.ts';
import { createDirectoryParser, type Parser, type ParserContext } from '../parser.ts';
import { locateZipEntry, readZipEntry } from './read-zip-entry.ts';
import { toUsdFindings } from './usd-parser.ts';
import { checkUsd } from './usd-scene.ts';
import { readZipDirectory, type ZipEntry } from './zip-directory.ts';

const sceneName = /\.usd[ac]?$/i;

function checkEntries(entries: readonly ZipEntry[], fileBytes: number): void {
  const first = entries[0];
  if (first === undefined || !sceneName.test(first.name)) {
    throw new BrokenFile('does not start with a USD scene. Export it again.');
  }
  const packed = entries.find((entry) => entry.method !== 0 || entry.packedBytes !== entry.unpackedBytes);
  if (packed !== undefined) {
    throw new BrokenFile(
      sentence`compresses its entry "${{ entry: packed.name }}", which USDZ forbids. Export it again.`,
    );
  }
  const total = entries.reduce((sum, entry) => sum + entry.packedBytes, 0);
  if (total > fileBytes) throw new BrokenFile('has entries that overlap. Export it again.');
}

async function readUsdz(context: ParserContext): Promise<Findings> {
  const { source } = context;
  const entries = readZipDirectory(source).toSorted((one, other) => one.headerOffset - other.headerOffset);
  checkEntries(entries, source.size);
  for (const entry of entries) {
    await readZipEntry(source, entry, () => undefined);
    if (!sceneName.test(entry.name)) continue;
    checkUsd(createSourceSlice(source, locateZipEntry(source, entry), entry.packedBytes));
  }
  return toUsdFindings(context);
}

/** Checks every entry of the archive; textures inside it do not count as references. */
export function createUsdzParser(context: ParserContext): Parser {
  return createDirectoryParser(() => readUsdz(context));
}
