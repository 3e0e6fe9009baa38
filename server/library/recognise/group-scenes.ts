import { formatOf } from '../../contract/catalogue/formats.ts';
import { toWords } from '../../shared/to-words.ts';
import { kindOfFolder } from './folder-kinds.ts';
import {
  baseOf,
  isGeneric,
  readSceneName,
  type SceneName,
  withoutColour,
  withoutCopy,
  withoutForeignColour,
  withoutHull,
  withoutLevel,
  withoutStep,
} from './scene-name.ts';
import { withoutFormat } from './twins.ts';

/** Scene files of one model. `key` is unique in the folder; '' for its only model. */
export type SceneGroup = {
  readonly key: string;
  readonly name: SceneName;
  readonly scenes: readonly string[];
};

type GroupOptions = {
  /** True if a correction makes the whole folder one model. */
  readonly isOneModel: boolean;
  /** The common name of its direct folders without formats, if each holds another format of the same model. */
  readonly twins?: string | null;
  /** True if a correction makes every scene file a model. */
  readonly isEachOne?: boolean;
  /** Label from a correction: scene files belong together if and only if their labels are equal. null: none. */
  readonly labelOf?: (scene: string) => string | null;
  /** Number of triangles in a scene file; null if they could not be counted. */
  readonly trianglesOf: (scene: string) => number | null;
  /** True for a scene file that has animation but no mesh. */
  readonly isMotion?: (scene: string) => boolean;
};

type Draft = { readonly place: string; readonly name: SceneName; readonly scenes: string[] };

/** Stands for a stem without meaning. */
const unnamed = 'model';
/** Smallest ratio between the triangle counts of two levels. */
const levelStep = 1.6;

const animations = /^anim(?:ation)?s?$/i;

/** Returns the folders above a file, without those that only name a format, level or purpose. */
function placeOf(path: string, twins: string | null): string {
  const all = path.split('/').slice(0, -1);
  const isTold = (folder: string) =>
    kindOfFolder(folder) === 'other' && !(path.includes('@') && animations.test(folder));
  if (twins === null) return all.filter(isTold).join('/');
  const isTwin = (folder: string) => (withoutFormat(folder) ?? toWords(folder.toLowerCase())) === twins;
  return all
    .slice(1)
    .filter((folder) => isTold(folder) && !isTwin(folder))
    .join('/');
}

function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

const formatsOf = ({ scenes }: Draft) => scenes.map(formatOf);
const join = (drafts: readonly Draft[], stem: string): Draft[] => {
  const [first] = drafts;
  if (!first) return [];
  const { written } = drafts.find(({ name }) => name.stem === stem)?.name ?? first.name;
  // The written name ends in the part that was cut from the stem.
  const cut = drafts.some(({ name }) => name.stem === stem)
    ? written
    : written.slice(0, written.length - (first.name.stem.length - stem.length));
  return [
    { place: first.place, name: { stem, written: cut }, scenes: drafts.flatMap(({ scenes }) => scenes) },
  ];
};

/** Joins drafts whose names differ only at the end, if `isSame` agrees. */
function joinVariants(
  drafts: readonly Draft[],
  shorten: (name: SceneName) => string | null,
  isSame: (drafts: readonly Draft[]) => boolean,
): Draft[] {
  const short = ({ name }: Draft) => shorten(name) ?? name.stem;
  return [...groupBy(drafts, (draft) => `${draft.place}\n${short(draft)}`).values()].flatMap((group) => {
    const [first] = group;
    const isVaried = group.length > 1 && group.some(({ name }) => shorten(name) !== null);
    return first && isVaried && isSame(group) ? join(group, short(first)) : group;
  });
}

/** A low and a high wall have about the same number of triangles; two levels of one wall do not. */
function areLevels(drafts: readonly Draft[], trianglesOf: GroupOptions['trianglesOf']): boolean {
  const counts = drafts.flatMap(({ scenes }) => {
    const counted = scenes.map(trianglesOf).filter((count) => count !== null);
    return counted.length === 0 ? [] : [Math.max(...counted)];
  });
  const sorted = counts.sort((a, b) => a - b);
  return sorted.every((count, index) => index === 0 || count >= (sorted[index - 1] ?? 0) * levelStep);
}

/** `brick (1)` is a copy only if there is a `brick`. */
const hasOriginal = (drafts: readonly Draft[]) => drafts.some(({ name }) => withoutCopy(name) === null);
const withoutPart = (stem: string) => withoutStep(stem) ?? withoutHull(stem);
/** `chair rig` is a production step only if there is a `chair`; it could be an oil rig, as `hull` could be a ship's. */
const hasAsset = (drafts: readonly Draft[]) => drafts.some(({ name }) => withoutPart(name.stem) === null);
/** A single colour word can have another meaning. */
const areTinted = (drafts: readonly Draft[]) =>
  drafts.filter(({ name }) => withoutForeignColour(name.stem) !== null).length > 1;

/** True if no folder holds more than one thing. */
function isOneEach(drafts: readonly Draft[]): boolean {
  const tops = drafts.flatMap(({ scenes }) => [...new Set(scenes.map((scene) => scene.split('/')[0]))]);
  return new Set(tops).size === tops.length;
}

const isSubset = (some: readonly string[], all: readonly string[]) =>
  some.every((word) => all.includes(word));

function areAlike({ name: one }: Draft, { name: other }: Draft): boolean {
  if (isGeneric(one.stem) || isGeneric(other.stem)) return true;
  const [short = [], long = []] = [one.stem.split(' '), other.stem.split(' ')].sort(
    (a, b) => a.length - b.length,
  );
  return isSubset(short, long);
}

/** Adds animation takes without a mesh to the only model beside them. */
function joinMotions(drafts: readonly Draft[], isMotion: (scene: string) => boolean): readonly Draft[] {
  const [motions, models] = [true, false].map((is) =>
    drafts.filter(({ scenes }) => scenes.every(isMotion) === is),
  );
  const [only, ...others] = models ?? [];
  if (!motions || motions.length === 0 || !only || others.length > 0) return drafts;
  return [{ ...only, scenes: [only, ...motions].flatMap(({ scenes }) => scenes) }];
}

/** Joins `Chair.max`, `chair wood.fbx` and `scene.gltf`: one of each format in a folder is one model. */
function joinExports(drafts: readonly Draft[]): Draft[] {
  return [...groupBy(drafts, ({ place }) => place).values()].flatMap((group) => {
    const [first] = group;
    if (!first || group.length === 1) return group;
    const formats = group.flatMap((draft) => [...new Set(formatsOf(draft))]);
    const isEachOnce = new Set(formats).size === formats.length;
    const best = group.find(({ name }) => !isGeneric(name.stem)) ?? first;
    const isOne = isEachOnce && group.every((draft) => draft === best || areAlike(draft, best));
    return isOne ? [{ ...best, scenes: group.flatMap(({ scenes }) => scenes) }] : group;
  });
}

const toGroup = ({ place, name, scenes }: Draft): SceneGroup => ({
  key: place === '' ? name.stem : `${place}/${name.stem}`,
  name,
  scenes: [...scenes].sort(),
});

/** Groups scene files into models: one name in several formats, levels, versions and colours is one model. */
export function groupScenes(scenes: readonly string[], options: GroupOptions): readonly SceneGroup[] {
  const { isEachOne = false, labelOf = () => null } = options;
  const labelled = groupBy(
    scenes.filter((scene) => labelOf(scene) !== null),
    (scene) => labelOf(scene) ?? '',
  );
  const free = scenes.filter((scene) => labelOf(scene) === null);
  const named = [...labelled].map(([label, files]) => sayGroup(files, label));
  if (named.length === 0 && !isEachOne) return findGroups(free, options);
  const found = isEachOne ? free.map((scene) => sayGroup([scene], scene)) : findGroups(free, options);
  const groups = [
    ...named,
    ...found.map((group) => (group.key === '' ? { ...group, key: group.name.stem } : group)),
  ];
  const [only] = groups;
  if (only && groups.length === 1) return [{ ...only, key: '' }];
  return groups.sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Returns the group of files that a correction joins into one model. */
function sayGroup(scenes: readonly string[], label: string): SceneGroup {
  const sorted = [...scenes].sort();
  const names = sorted.map((scene) => (sorted.length === 1 ? wholeName(scene) : readSceneName(scene)));
  const name = names.find(({ stem }) => !isGeneric(stem)) ?? names[0] ?? wholeName(label);
  return { key: label.toLowerCase(), name, scenes: sorted };
}

/** Returns a file's whole name, for files that would otherwise share one. */
function wholeName(scene: string): SceneName {
  const written = baseOf(scene);
  return { stem: toWords(written) || written.toLowerCase(), written };
}

function joinAlike(named: readonly Draft[], { trianglesOf, isMotion }: GroupOptions): readonly Draft[] {
  const copied = joinVariants(named, withoutCopy, hasOriginal);
  const stepped = joinVariants(copied, ({ stem }) => withoutPart(stem), hasAsset);
  const isLevelled = (group: readonly Draft[]) => areLevels(group, trianglesOf);
  const levelled = joinVariants(stepped, ({ stem }) => withoutLevel(stem), isLevelled);
  const coloured = joinVariants(
    levelled,
    ({ stem }) => withoutColour(stem),
    () => true,
  );
  const tinted = joinVariants(coloured, ({ stem }) => withoutForeignColour(stem), areTinted);
  return joinMotions(joinExports(tinted), isMotion ?? (() => false));
}

function findGroups(scenes: readonly string[], options: GroupOptions): readonly SceneGroup[] {
  const { twins = null } = options;
  const drafts = [
    ...groupBy(
      [...scenes].sort(),
      (scene) => `${placeOf(scene, twins)}\n${readSceneName(scene).stem}`,
    ).values(),
  ];
  const named = drafts.flatMap((files): Draft[] => {
    const [first] = files;
    return first === undefined
      ? []
      : [{ place: placeOf(first, twins), name: readSceneName(first), scenes: files }];
  });
  if (named.length === 0) return [];
  const joined = named.length === 1 ? named : joinAlike(named, options);
  const best = joined.find(({ name }) => !isGeneric(name.stem)) ?? joined[0];
  // If the parts have their own names, none of these is the model's; its folder's name is better.
  const name = best && (joined.length > 1 ? { ...best.name, stem: unnamed } : best.name);
  const whole = best && name && { ...best, name, scenes: joined.flatMap((draft) => draft.scenes) };
  const isWhole = options.isOneModel || (twins !== null && isOneEach(joined));
  const drawn = isWhole && whole ? [whole] : joined;
  const [only] = drawn;
  if (only && drawn.length === 1) return [{ ...toGroup(only), key: '' }];
  return drawn.map(toGroup).sort((a, b) => (a.key < b.key ? -1 : 1));
}
