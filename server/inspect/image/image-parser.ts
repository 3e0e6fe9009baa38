import { contentTypeOf } from '../../contract/catalogue/formats.ts';
import { sentence } from '../../contract/sentence.ts';
import { BrokenFile, describeProblem } from '../broken-file.ts';
import type { ByteSource } from '../byte-source.ts';
import { noFindings } from '../inspection.ts';
import { type CreateParser, createDirectoryParser } from '../parser.ts';
import { checkJpegEnd, checkPngEnd, checkWebpEnd } from './image-ends.ts';
import { type ImageKind, imageFormats, sniffImage } from './image-kinds.ts';

const endChecks: Partial<Record<ImageKind, (source: ByteSource) => void>> = {
  PNG: checkPngEnd,
  JPEG: checkJpegEnd,
  WebP: checkWebpEnd,
};

/** Creates parsers that check whether an image is complete and matches its extension. */
export function createImageParser(kind: ImageKind): CreateParser {
  return ({ source, name }) =>
    createDirectoryParser(() => {
      const actual = sniffImage(source);
      if (actual === null) throw new BrokenFile(sentence`is no ${{ kind }} image. Export it again.`);
      endChecks[actual]?.(source);
      if (actual === kind) return noFindings;
      const reason = sentence`is a ${{ actual }} image under a ${{ kind }} name. Rename it or export it again.`;
      return {
        ...noFindings,
        flaw: describeProblem(name, reason),
        contentType: contentTypeOf(imageFormats[actual]),
      };
    });
}
