import { readVox } from '../../shared/vox/read-vox.ts';
import { countVoxTriangles } from '../../shared/vox/vox-faces.ts';
import { BrokenFile } from '../broken-file.ts';
import { attempt, readAll } from '../byte-source.ts';
import { noFindings } from '../inspection.ts';
import { createDirectoryParser, type Parser, type ParserContext } from '../parser.ts';

/** Counts the triangles that voxels are drawn with: merged rectangles of one colour. */
export const createVoxParser = ({ source }: ParserContext): Parser =>
  createDirectoryParser(() => {
    const triangles = attempt(() => countVoxTriangles(readVox(readAll(source))));
    if (triangles === null) throw new BrokenFile('contains no cubes that can be read. Export it again.');
    return { ...noFindings, triangles, upAxis: 'Z' };
  });
