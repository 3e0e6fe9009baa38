import type { PosterData } from '../../../catalogue/model/model-data.ts';
import type { InventoryFile } from '../../../catalogue/model/models.ts';
import type { ReportProblem } from '../../../catalogue/write/problems.ts';
import { contentTypeOf, formatOf } from '../../../contract/catalogue/formats.ts';
import type { SceneGroup } from '../../recognise/group-scenes.ts';
import { createPictureFinder } from '../../recognise/pictures.ts';
import type { UnitListing } from '../list-unit.ts';
import type { InspectedFile } from './build-inventory.ts';
import type { Gatherer } from './gather-files.ts';
import { choosePosters, isPoster } from './posters.ts';

export type Found = { readonly group: SceneGroup; readonly files: readonly InventoryFile[] };

type Source = {
  readonly listing: UnitListing;
  readonly isSingle: boolean;
  readonly found: readonly Found[];
  readonly gatherer: Gatherer;
  readonly toPlace: (inside: string) => string;
  readonly report: ReportProblem;
};

/** Makes a poster from a picture beside a model; none if it is broken, or one of the model's textures. */
function toPoster(
  picture: InspectedFile,
  { modelHashes, place }: { readonly modelHashes: ReadonlySet<string>; readonly place: string },
): PosterData[] {
  if (picture.inspection.problem !== null) return [];
  const { relativePath, inspection } = picture;
  const { sha256, sizeBytes } = inspection;
  const contentType = contentTypeOf(formatOf(relativePath));
  const poster = { size: 'medium', path: relativePath, place, sha256, contentType, sizeBytes } as const;
  return modelHashes.has(sha256) ? [] : [poster];
}

/** Chooses the posters of a folder's models: pictures named as posters first, then the picture that shows the model. */
export async function createPosterChooser({ listing, isSingle, found, gatherer, toPlace, report }: Source) {
  const fileAt = new Map(listing.files.map((file) => [file.relativePath, file]));
  const names = [...fileAt.keys()];
  const posterFiles = listing.files.filter(
    ({ relativePath: name }) => isSingle && !name.includes('/') && isPoster(name),
  );
  const pictures = await gatherer.readPictures(posterFiles);
  const used = new Set(found.flatMap(({ files }) => files.map(({ place }) => place)));
  const isUsed = (inside: string) => used.has(toPlace(inside));
  const pictureOf = createPictureFinder({ files: names, isOwn: isSingle, isUsed });
  return async ({ group, files }: Found) => {
    const modelHashes = new Set(files.map(({ sha256 }) => sha256));
    const named = choosePosters(pictures, modelHashes, report);
    const beside = named.length > 0 ? undefined : fileAt.get(pictureOf(group) ?? '');
    if (beside === undefined) return { posters: named, posterFiles };
    const shown = await gatherer.readPictures([beside]);
    const place = toPlace(beside.relativePath);
    return {
      posters: shown.flatMap((picture) => toPoster(picture, { modelHashes, place })),
      posterFiles: [...posterFiles, beside],
    };
  };
}
