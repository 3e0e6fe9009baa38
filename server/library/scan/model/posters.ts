import type { PosterData } from '../../../catalogue/model/model-data.ts';
import type { ReportProblem } from '../../../catalogue/write/problems.ts';
import { contentTypeOf, formatOf } from '../../../contract/catalogue/formats.ts';
import { sentence } from '../../../contract/sentence.ts';
import type { InspectedFile } from './build-inventory.ts';

const posterName = /^preview(small|medium|large)\.(jpe?g|png|webp)$/i;
const sizes = { small: 'small', medium: 'medium', large: 'large' } as const;
const isSize = (text: string | undefined): text is keyof typeof sizes =>
  text !== undefined && Object.hasOwn(sizes, text);

export const isPoster = (fileName: string) => posterName.test(fileName);

/** Returns the posters of a model. A picture that is broken, or one of the model's textures, is reported instead. */
export function choosePosters(
  pictures: readonly InspectedFile[],
  modelHashes: ReadonlySet<string>,
  report: ReportProblem,
): PosterData[] {
  const posters = pictures.flatMap(({ relativePath, inspection }): PosterData[] => {
    const size = posterName.exec(relativePath)?.[1]?.toLowerCase();
    const { sha256, sizeBytes, problem } = inspection;
    const reason = modelHashes.has(sha256)
      ? "It is one of the model's textures, not a rendered picture."
      : problem;
    if (reason !== null) report(relativePath, 'poster', sentence`It is not used as poster: ${{ reason }}`);
    if (reason !== null || !isSize(size)) return [];
    const contentType = contentTypeOf(formatOf(relativePath));
    return [{ size, path: relativePath, sha256, contentType, sizeBytes }];
  });
  return posters.sort((a, b) => a.size.localeCompare(b.size));
}
