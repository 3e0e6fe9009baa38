import type { PosterData } from '../../../catalogue/model/model-data.ts';
import type { InventoryFile } from '../../../catalogue/model/models.ts';
import type { ReportProblem } from '../../../catalogue/write/problems.ts';
import { formatOf, texturesOf } from '../../../contract/catalogue/formats.ts';
import type { GivenFields } from '../../../contract/catalogue/model-fields.ts';
import type { SceneGroup } from '../../recognise/group-scenes.ts';
import { guessTextures } from '../../recognise/guess-textures.ts';
import { levelScenes } from '../../recognise/level-of.ts';
import type { PlacedFile } from '../../recognise/place-files.ts';
import { isTexture } from '../../recognise/scene-files.ts';
import { createPlaces, type DiskFile, joinPath } from '../folders/look-at-files.ts';
import type { RecognisedDraft } from '../visit.ts';
import { buildRecognised, type LevelledScene, toContent } from './build-recognised.ts';
import type { Gatherer } from './gather-files.ts';
import { toModelDraft } from './to-model-draft.ts';

type Unit = {
  readonly folder: string;
  /** The folder's name in the catalogue, as the path of its only model. */
  readonly unit: string;
  readonly groups: readonly SceneGroup[];
  readonly names: readonly string[];
  readonly gatherer: Gatherer;
  readonly report: ReportProblem;
};

/** Names a model's folder; several models in one folder each need a name that no real folder has. */
function toModelFolder(folder: string, { key, name }: SceneGroup): string {
  if (key === '' && folder !== '') return folder;
  return `${joinPath(folder, key === '' ? name.stem : key)}*`;
}

/** Inside a model, an archive of textures is an ordinary folder. */
const unpackNames = (inside: string) =>
  inside
    .split('/')
    .map((name, index, all) => (index < all.length - 1 ? name.replace(/\.zip$/i, '') : name))
    .join('/');

async function levelGroup(group: SceneGroup, unit: Unit): Promise<readonly LevelledScene[]> {
  const { groups, names, gatherer } = unit;
  const { toPlace } = createPlaces(unit.folder);
  const levels = levelScenes(
    group.scenes,
    (scene) => gatherer.inspectionOf(toPlace(scene))?.triangles ?? null,
  );
  const named = new Map<string, readonly PlacedFile[]>();
  for (const scene of group.scenes) named.set(scene, await gatherer.gather(toPlace(scene)));
  const hasNamed = [...named.values()].flat().some(({ place }) => isTexture(place));
  const guess = (files: readonly string[]) => guessTextures({ group, groups, files, hasNamed });
  const beside = guess(names).map((inside) => ({ place: toPlace(inside), at: toPlace(unpackNames(inside)) }));
  const isToAsk = beside.length === 0 && !hasNamed && groups.length === 1;
  const above = new Map(
    (isToAsk ? gatherer.texturesAbove() : []).map(({ place, inside }) => [inside, place]),
  );
  const guessed = [
    ...beside,
    ...guess([...above.keys()]).map((inside) => ({
      place: above.get(inside) ?? inside,
      at: toPlace(unpackNames(inside)),
    })),
  ];
  for (const { place } of guessed) await gatherer.inspect(place);
  return group.scenes.flatMap((scene): LevelledScene[] => {
    const level = levels.get(scene);
    const own = named.get(scene) ?? [];
    const isNamed = new Set(own.map(({ place }) => place));
    const more = texturesOf(formatOf(scene)) === 'beside' ? guessed : [];
    const besides = more.filter(({ place }) => !isNamed.has(place));
    return level ? [{ place: toPlace(scene), level, needs: [...own, ...besides] }] : [];
  });
}

/** Builds the inventory of one recognised model; it has no scenes if none of its files is intact. */
export async function listRecognised(group: SceneGroup, unit: Unit): Promise<readonly InventoryFile[]> {
  const { inspectionOf, onProgress } = unit.gatherer;
  onProgress();
  return buildRecognised({ scenes: await levelGroup(group, unit), inspectionOf, report: unit.report });
}

type Described = {
  readonly group: SceneGroup;
  readonly unit: Unit;
  readonly files: readonly InventoryFile[];
  readonly given: GivenFields;
  readonly posters: readonly PosterData[];
  readonly posterFiles: readonly DiskFile[];
  readonly defaultPriceCents: number | null;
  readonly claims: RecognisedDraft['claims'];
  /** The label that corrections give to a scene file, by its path. */
  readonly labelOf: (place: string) => string | null;
};

/** Assembles everything that the catalogue stores about a recognised model. */
export function toRecognisedDraft({ group, unit, files, claims, ...described }: Described): RecognisedDraft {
  const { unit: folder, gatherer } = unit;
  const { given, posters, posterFiles, defaultPriceCents } = described;
  const scenes = files.flatMap(({ role, place }) => (role === 'scene' && place ? [place] : []));
  const topologyFiles = files.flatMap(({ relativePath, place }) => {
    const found = gatherer.diskFileOf(place ?? '');
    return found ? [{ ...found, relativePath }] : [];
  });
  const draft = toModelDraft({
    ...{ folder: toModelFolder(folder, group), given, files, posters, defaultPriceCents },
    isRigged: scenes.some((scene) => gatherer.inspectionOf(scene)?.rigged === true),
    listing: { rootFiles: posterFiles, topologyFiles },
  });
  const content = toContent(files);
  return {
    claims,
    draft: { ...draft, contentHash: `${content}-${draft.contentHash.slice(0, 16)}` },
    content,
    scenes,
    wanted: scenes.map(described.labelOf).find((label) => label !== null) ?? null,
  };
}
