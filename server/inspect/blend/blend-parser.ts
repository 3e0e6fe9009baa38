import { gunzipSync } from 'node:zlib';
import { blendRequirement } from '../../contract/catalogue/readability.ts';
import { attempt, type ByteSource, copyRange, createMemorySource } from '../byte-source.ts';
import { type Findings, noFindings } from '../inspection.ts';
import { type CreateParser, createDirectoryParser } from '../parser.ts';
import type { BlendFacts } from './blend-facts.ts';
import { findAssets } from './find-assets.ts';
import { type BlendHeader, readBlendHeader } from './read-blend-header.ts';
import { readBlocks } from './read-blocks.ts';
import { readStructures } from './read-structures.ts';
import { unpackZstd } from './unpack-zstd.ts';

/** Compressed files are unpacked in memory; larger ones are listed like all others, but not as assets. */
const mostUnpacked = 256 * 1024 * 1024;

/** Throws if the file is too large to unpack. */
export function unpack(source: ByteSource): ByteSource {
  const magic = Buffer.from(source.read(0, 4)).toString('hex');
  if (magic === '28b52ffd') return unpackZstd(source, mostUnpacked);
  if (!magic.startsWith('1f8b') || source.size > mostUnpacked) return source;
  const packed = copyRange(source, 0, source.size);
  return createMemorySource(gunzipSync(packed, { maxOutputLength: mostUnpacked }));
}

function readFacts(source: ByteSource, header: BlendHeader): BlendFacts | null {
  const blocks = readBlocks(source, header);
  const description = blocks?.find(({ code }) => code === 'DNA1');
  if (!blocks || !description) return null;
  const structures = readStructures(Buffer.from(copyRange(source, description.offset, description.length)));
  const assets = findAssets({ source, blocks, structures });
  return assets.length === 0 ? null : { version: header.version, assets };
}

/** Damage only leaves facts unknown, because Blender may read more than we do. */
function readBlend(packed: ByteSource): Findings {
  const source = attempt(() => unpack(packed));
  const header = source && attempt(() => readBlendHeader(source.read(0, 17)));
  if (!header) return noFindings;
  const blend = attempt(() => readFacts(source, header));
  return { ...noFindings, requires: [blendRequirement(header.version)], ...(blend && { blend }) };
}

/** Finds the Blender version of a file, and assets if the file needs no other. Never reports a problem. */
export const createBlendParser: CreateParser = ({ source }) => createDirectoryParser(() => readBlend(source));
