import { BrokenFile } from '../broken-file.ts';
import type { ByteSource } from '../byte-source.ts';
import { noFindings } from '../inspection.ts';
import { type CreateParser, createDirectoryParser } from '../parser.ts';
import { checkJpegEnd, checkPngEnd, checkWebpEnd } from './image-ends.ts';
import { type ImageKind, sniffImage } from './image-kinds.ts';

const endChecks: Partial<Record<ImageKind, (source: ByteSource) => void>> = {
  PNG: checkPngEnd,
  JPEG: checkJpegEnd,
  WebP: checkWebpEnd,
};

/** Makes parsers that check that an image is what its name says, and that it is there to its end. */
export function createImageParser(kind: ImageKind): CreateParser {
  return ({ source }) =>
    createDirectoryParser(() => {
      const actual = sniffImage(source);
      if (actual === null) throw new BrokenFile(`is no ${kind} image. Export it again.`);
      if (actual !== kind)
        throw new BrokenFile(`is a ${actual} image under a ${kind} name. Rename it or export it again.`);
      endChecks[kind]?.(source);
      return noFindings;
    });
}
