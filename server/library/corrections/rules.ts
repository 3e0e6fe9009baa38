import type { Db } from '../../base/db/open-database.ts';
import { isPublished } from '../../files/published-places.ts';
import { columnInFolder, isInFolder } from './folder-range.ts';

/** How a folder is divided: one model, one per scene file, or ignored as if absent. */
export type Borders = 'one' | 'each' | 'ignore';
/** A correction of a folder or file; null leaves a field uncorrected. */
export type Rule = {
  readonly place: string;
  readonly borders: Borders | null;
  readonly template: string | null;
};

/** The corrections of a visited folder; places are relative to the library. */
export type FolderRules = {
  readonly borders: 'one' | 'each' | null;
  /** How a model's path gives its category; null for the default. */
  readonly template: string | null;
  /** Subfolders that have their own corrections and are not part of this folder. */
  readonly ruled: readonly string[];
  /** Folders and files to treat as absent. */
  readonly ignored: readonly string[];
  /** Scene files with the same label are one model. */
  readonly labels: Readonly<Record<string, string>>;
};

type Label = { readonly place: string; readonly label: string };

export function openRules(db: Db) {
  const all = db.prepare<[], Rule>('SELECT place, borders, template FROM library_rule ORDER BY place');
  const find = db.prepare<[string], Rule>(
    'SELECT place, borders, template FROM library_rule WHERE place = ?',
  );
  const save = db.prepare('INSERT OR REPLACE INTO library_rule (place, borders, template) VALUES (?, ?, ?)');
  const remove = db.prepare('DELETE FROM library_rule WHERE place = ?');
  const labels = db.prepare<[], Label>('SELECT place, label FROM scene_label');
  const label = db.prepare('INSERT OR REPLACE INTO scene_label (place, label) VALUES (?, ?)');
  const unlabel = db.prepare<[{ root: string }]>(
    `DELETE FROM scene_label WHERE place = @root OR ${columnInFolder('place')}`,
  );
  return {
    list: () => all.all(),
    find: (place: string): Rule => find.get(place) ?? { place, borders: null, template: null },
    save({ place, borders, template }: Rule): void {
      if (borders === null && template === null) remove.run(place);
      else save.run(place, borders, template);
    },
    labels: () => labels.all(),
    label: (place: string, text: string) => void label.run(place, text),
    /** Deletes the labels of a scene file, or of all scene files in a folder. */
    unlabel: (root: string) => void unlabel.run({ root }),
  };
}

export type Rules = {
  readonly of: (folder: string) => FolderRules | null;
  readonly isIgnored: (folder: string) => boolean;
  /** The folder to visit after a change in `folder`: the ancestor that is one model, if any. */
  readonly toVisited: (folder: string) => string;
};

const onePublish: FolderRules = { borders: 'one', template: null, ruled: [], ignored: [], labels: {} };

/** Reads all corrections once, so that a scan does not query them per folder. Every published folder is one model. */
export function readRules(db: Db): Rules {
  const { of, ...rules } = readCorrections(db);
  return { ...rules, of: (folder) => (isPublished(folder) ? onePublish : of(folder)) };
}

function readCorrections(db: Db): Rules {
  const repository = openRules(db);
  const rules = repository.list();
  const labels = repository.labels();
  if (rules.length === 0 && labels.length === 0)
    return { of: () => null, isIgnored: () => false, toVisited: (folder) => folder };
  const byPlace = new Map(rules.map((rule) => [rule.place, rule]));
  const templated = rules.filter(({ template }) => template !== null).reverse();
  const ignored = rules.filter(({ borders }) => borders === 'ignore').map(({ place }) => place);
  const ruled = rules.filter(({ borders }) => borders === 'one' || borders === 'each');
  const whole = rules.filter(({ borders }) => borders === 'one').map(({ place }) => place);
  const of = (folder: string): FolderRules | null => {
    const { borders = null } = byPlace.get(folder) ?? {};
    const isBeneath = (place: string) => place !== folder && isInFolder(place, folder);
    const found: FolderRules = {
      borders: borders === 'ignore' ? null : borders,
      template: templated.find(({ place }) => isInFolder(folder, place))?.template ?? null,
      ruled: ruled.map(({ place }) => place).filter(isBeneath),
      ignored: ignored.filter(isBeneath),
      labels: Object.fromEntries(
        labels.filter(({ place }) => isBeneath(place)).map(({ place, label }) => [place, label]),
      ),
    };
    const isSilent =
      found.borders === null &&
      found.template === null &&
      found.ruled.length + found.ignored.length + Object.keys(found.labels).length === 0;
    return isSilent ? null : found;
  };
  return {
    of,
    isIgnored: (folder) => ignored.some((place) => isInFolder(folder, place)),
    toVisited: (folder) => whole.find((place) => isInFolder(folder, place)) ?? folder,
  };
}
