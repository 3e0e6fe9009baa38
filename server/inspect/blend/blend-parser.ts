import { gunzipSync } from 'node:zlib';
import { type ByteSource, copyRange, createMemorySource } from '../byte-source.ts';
import { noFindings } from '../inspection.ts';
import { type CreateParser, createDirectoryParser } from '../parser.ts';
import type { BlendFacts } from './blend-facts.ts';
import { findAssets } from './find-assets.ts';
import { readBlendHeader } from './read-blend-header.ts';
import { readBlocks } from './read-blocks.ts';
import { readStructures } from './read-structures.ts';
import { unpackZstd } from './unpack-zstd.ts';

/** Compressed files are unpacked in memory; larger ones are offered like all others, but not as assets. */
const mostUnpacked = 256 * 1024 * 1024;

function unpack(source: ByteSource): ByteSource {
  const magic = Buffer.from(source.read(0, 4)).toString('hex');
  if (magic === '28b52ffd') return unpackZstd(source, mostUnpacked);
  if (!magic.startsWith('1f8b') || source.size > mostUnpacked) return source;
  const packed = copyRange(source, 0, source.size);
  return createMemorySource(gunzipSync(packed, { maxOutputLength: mostUnpacked }));
}

function readFacts(packed: ByteSource): BlendFacts | null {
  const source = unpack(packed);
  const header = readBlendHeader(source.read(0, 17));
  const blocks = header && readBlocks(source, header);
  const description = blocks?.find(({ code }) => code === 'DNA1');
  if (!header || !blocks || !description) return null;
  const structures = readStructures(Buffer.from(copyRange(source, description.offset, description.length)));
  const assets = findAssets({ source, blocks, structures });
  return assets.length === 0 ? null : { version: header.version, assets };
}

/** Looks for assets in a file of Blender that stands alone. What cannot be read here may be fine for Blender: no problem. */
export const createBlendParser: CreateParser = ({ source }) =>
  createDirectoryParser(() => {
    try {
      const blend = readFacts(source);
      return blend === null ? noFindings : { ...noFindings, blend };
    } catch (error) {
      if (error instanceof Error && 'syscall' in error) throw error;
      return noFindings;
    }
  });
