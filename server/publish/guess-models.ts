import { formatOf } from '../contract/catalogue/formats.ts';
import type { FoundModel } from '../contract/publish.ts';
import { describePlace } from '../library/recognise/about.ts';
import { groupScenes } from '../library/recognise/group-scenes.ts';
import { type RecognisedModel, recogniseTree } from '../library/recognise/recognise-tree.ts';
import { isArchive, isScene } from '../library/recognise/scene-files.ts';
import { readSceneName } from '../library/recognise/scene-name.ts';
import { commonFolder, type Found, looseFolder } from './check-files.ts';

const isPacked =
  'Archives are not unpacked here. Unpack it, then drop the folder; it may contain several models.';
const nothingRead = { lods: [], triangles: null };

/** Groups all scenes as one model, named after the folder or the first scene. */
const asOne = (scenes: readonly string[]): readonly RecognisedModel[] =>
  groupScenes(scenes, { isOneModel: true, trianglesOf: () => null }).map((group) => ({
    ...{ ...group, folder: scenes[0]?.split('/')[0] ?? '' },
  }));

/** A folder with topology folders is one model, named after it. */
const asExplicit = (folder: string, paths: readonly string[]): RecognisedModel => ({
  ...{ folder, key: '', name: readSceneName(`${folder.split('/').at(-1)}.x`) },
  scenes: paths.filter((path) => path.startsWith(`${folder}/`) && isScene(path)),
});

/** The recogniser's guess from names alone, before any bytes arrive. */
export function guessModels(paths: readonly string[], isOneModel: boolean): Found {
  const common = commonFolder(paths.map((relativePath) => ({ relativePath })));
  const toPath = (place: string) => (common === null ? place.slice(looseFolder.length + 1) : place);
  const places = [...new Set(paths)].map((path) => (common === null ? `${looseFolder}/${path}` : path));
  const tree = recogniseTree(places);
  const recognised = isOneModel
    ? asOne(places.filter(isScene))
    : [...tree.models, ...tree.explicit.map((folder) => asExplicit(folder, places))];
  const models = recognised.map(({ folder, name, key, scenes }): FoundModel => {
    const about = describePlace({ folder, name, key }, []);
    const textOf = (field: string) => (typeof about[field] === 'string' ? about[field] : '');
    const category = textOf('category');
    const files = scenes.map(toPath).sort();
    return {
      ...nothingRead,
      title: textOf('title'),
      formats: [...new Set(scenes.map(formatOf))].sort(),
      ...{ scenes: files, files },
      description: '',
      category: common === null && category === looseFolder ? '' : category,
      ...{ subcategory: textOf('subcategory'), license: '', attribution: '' },
      tags: Array.isArray(about.tags) ? about.tags.filter((tag) => typeof tag === 'string') : [],
    };
  });
  return {
    models: models.filter(({ scenes }) => scenes.length > 0),
    leftOut: [
      ...tree.leftOut.map(({ path, ...reason }) => ({ path: toPath(path), ...reason })),
      ...paths.filter(isArchive).map((path) => ({ path, reason: isPacked })),
    ],
  };
}
