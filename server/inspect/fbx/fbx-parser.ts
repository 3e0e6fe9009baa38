import { BrokenFile } from '../broken-file.ts';
import { createDirectoryParser, type Parser, type ParserContext } from '../parser.ts';
import { createAsciiFbxParser } from './ascii-fbx-parser.ts';
import { readBinaryFbx } from './binary-fbx-parser.ts';

const binaryMagic = 'Kaydara FBX Binary';
const sniffedBytes = 4096;
const asciiSigns = /^\s*(?:;.*)?FBX|FBXHeaderExtension\s*:/;

export function createFbxParser({ source }: ParserContext): Parser {
  const head = Buffer.from(source.read(0, sniffedBytes)).toString('latin1');
  if (head.startsWith(binaryMagic)) return createDirectoryParser(() => readBinaryFbx(source));
  if (asciiSigns.test(head)) return createAsciiFbxParser();
  throw new BrokenFile('is no FBX file. Export it again.');
}
