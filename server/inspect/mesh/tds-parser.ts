import { read3ds } from '../../shared/read-3ds.ts';
import { BrokenFile } from '../broken-file.ts';
import { attempt, readAll } from '../byte-source.ts';
import { noFindings } from '../inspection.ts';
import { createDirectoryParser, type Parser, type ParserContext } from '../parser.ts';
import { listReferences, toReference } from '../references.ts';

/** Counts the faces of a 3DS file, and lists its images. */
export const create3dsParser = ({ source }: ParserContext): Parser =>
  createDirectoryParser(() => {
    const found = attempt(() => read3ds(readAll(source)));
    if (found === null) throw new BrokenFile('is truncated inside its scene. Export it again.');
    const references = listReferences(found.pictures.map(toReference));
    return { ...noFindings, triangles: found.triangles, references, upAxis: 'Z' };
  });
