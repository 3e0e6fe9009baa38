import { sentence } from '../../contract/sentence.ts';
import { BrokenFile } from '../broken-file.ts';
import { type Findings, noFindings } from '../inspection.ts';
import { createDirectoryParser, type Parser, type ParserContext } from '../parser.ts';
import { listReferences, toReference } from '../references.ts';
import { checkUsd, describeUsd, measureUsd, readUsdScene } from './usd-scene.ts';

export async function toUsdFindings(
  context: Pick<ParserContext, 'source' | 'readSibling'>,
): Promise<Findings> {
  const scene = await readUsdScene(context);
  if (scene === null) return noFindings;
  const { triangles, isEmpty, animated, rigged } = describeUsd(scene);
  const [missing] = scene.missing;
  if (isEmpty && missing !== undefined)
    throw new BrokenFile(
      sentence`needs "${{ other: missing }}", which is missing. Put it next to the file or export it again.`,
    );
  return {
    ...{ ...noFindings, animated, rigged },
    triangles: triangles === 0 && !isEmpty ? null : triangles,
    references: listReferences(scene.references.map(toReference)),
    // Points moved by bones are not computed.
    ...(!rigged && measureUsd(scene)),
  };
}

/** Reads a scene in one file, or one composed of several files starting with this one. */
export const createUsdParser = (context: ParserContext): Parser =>
  createDirectoryParser(() => {
    checkUsd(context.source);
    return toUsdFindings(context);
  });
