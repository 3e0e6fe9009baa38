import { fbxRequirement } from '../../contract/catalogue/readability.ts';
import { BrokenFile } from '../broken-file.ts';
import { measure } from '../extent.ts';
import type { Findings } from '../inspection.ts';
import { createDirectoryParser, type Parser, type ParserContext } from '../parser.ts';
import { createAsciiFbxParser } from './ascii-fbx-parser.ts';
import { readBinaryFbx, readFbxVersion } from './binary-fbx-parser.ts';
import { measureFbx } from './measure-fbx.ts';

const binaryMagic = 'Kaydara FBX Binary';
const sniffedBytes = 4096;
const asciiSigns = /^\s*(?:;.*)?FBX|FBXHeaderExtension\s*:/;

const asciiVersion = /FBXVersion\s*:\s*(\d{4,5})\b/;
const asciiTitle = /^\s*;\s*FBX\s+(\d)\.(\d)\.(\d)/;

/** The version that a text file declares, such as 7400; undefined if none. */
function readAsciiVersion(head: string): number | undefined {
  const version = asciiVersion.exec(head)?.[1];
  if (version !== undefined) return Number(version);
  const title = asciiTitle.exec(head);
  return title ? Number(`${title[1]}${title[2]}${title[3]}0`) : undefined;
}

type Written = { readonly as: 'ascii' | 'binary'; readonly version: number | undefined };

/** Adds what ASCII and binary FBX have in common. */
function complete(findings: Findings, source: ParserContext['source'], { as, version }: Written): Findings {
  const kind = { isBinary: as === 'binary', isRigged: findings.rigged };
  return { ...findings, ...measure(() => measureFbx(source, kind)), requires: [fbxRequirement(as, version)] };
}

async function readBinary(source: ParserContext['source']): Promise<Findings> {
  const findings = await readBinaryFbx(source);
  return complete(findings, source, { as: 'binary', version: readFbxVersion(source) });
}

function createAsciiParser(head: string, source: ParserContext['source']): Parser {
  const parser = createAsciiFbxParser();
  const written = { as: 'ascii', version: readAsciiVersion(head) } as const;
  return { push: parser.push, finish: async () => complete(await parser.finish(), source, written) };
}

export function createFbxParser({ source }: ParserContext): Parser {
  const head = Buffer.from(source.read(0, sniffedBytes)).toString('latin1');
  if (head.startsWith(binaryMagic)) return createDirectoryParser(() => readBinary(source));
  if (asciiSigns.test(head)) return createAsciiParser(head, source);
  throw new BrokenFile('is not an FBX file. Export it again.');
}
