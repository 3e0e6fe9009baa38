import { sentence } from '../../contract/sentence.ts';
import { BrokenFile, formatCount } from '../broken-file.ts';
import { copyRange } from '../byte-source.ts';
import { createDirectoryParser, type Parser, type ParserContext } from '../parser.ts';
import { largestJsonBytes } from './glb-parser.ts';
import { inspectGltf } from './inspect-gltf.ts';

export function createGltfParser(context: ParserContext): Parser {
  return createDirectoryParser(() => {
    const { source } = context;
    if (source.size > largestJsonBytes) {
      throw new BrokenFile(
        sentence`has ${{ count: formatCount(source.size) }} bytes of text, too many to be read. Export it as GLB.`,
      );
    }
    return inspectGltf(copyRange(source, 0, source.size), null, context);
  });
}
