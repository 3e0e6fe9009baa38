import type { Actor, NewAction } from '../../accounts/audit/audit-log.ts';
import { lookAtDisk } from '../../base/bucket/library-disk.ts';
import type { Core } from '../../base/core.ts';
import type { LongQueries } from '../../base/db/long-queries.ts';
import { decidedBySetting } from '../../base/decided-by-setting.ts';
import { pageFacts } from '../../base/http/paging.ts';
import { toUsd } from '../../base/money.ts';
import { toReason } from '../../catalogue/write/problems.ts';
import type { Config } from '../../config.ts';
import { type LibraryFolder, type LibraryModel, usualTemplate } from '../../contract/admin/admin-library.ts';
import type { ActionName } from '../../contract/admin/admin-words.ts';
import { type LevelFormat, toLevelFormats } from '../../contract/catalogue/formats.ts';
import { AppError } from '../../contract/errors.ts';
import { folderOf, nameOf } from '../../contract/relative-path.ts';
import { sentence } from '../../contract/sentence.ts';
import { createLibraryPlaces } from '../../files/library-places.ts';
import type { Library } from '../library.ts';
import { createChangeLibrary } from './change-library.ts';
import { openEdits, openHidden } from './edits.ts';
import { createFolderView } from './folder-view.ts';
import { type OwnModel, openLibraryView } from './library-view.ts';
import { openReviewMode } from './review-mode.ts';
import { type Borders, openRules, type Rule } from './rules.ts';
import { openWaiting } from './waiting.ts';
import { writeProduct } from './write-products.ts';

type Parts = Pick<Core, 'db' | 'clock'> & {
  readonly config: Pick<
    Config,
    'libraryDir' | 'unpackedDir' | 'publishedDir' | 'derivedDir' | 'isRecognising' | 'isReviewing'
  >;
  readonly longQueries: LongQueries;
  readonly reread: Library['reread'];
  readonly hasLibrary: boolean;
  readonly rescan: Library['rescan'];
  readonly levels: {
    readonly choice: () => { readonly formats: LevelFormat[]; readonly isFixed: boolean } | null;
    readonly choose: (formats: readonly LevelFormat[]) => void;
  };
};
type Page = { readonly limit: number; readonly offset: number };
type Correction = {
  readonly place: string;
  readonly borders?: Borders | null | undefined;
  readonly template?: string | null | undefined;
};

const join = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`);
const unique = <T>(items: readonly T[]) => [...new Set(items)];

export type LibraryAdmin = ReturnType<typeof createLibraryAdmin>;

/** Shows admins the library's folders and takes their corrections. A change is in the catalogue when it resolves. */
export function createLibraryAdmin({
  config,
  db,
  longQueries,
  clock,
  reread,
  hasLibrary,
  rescan,
  levels,
}: Parts) {
  const view = openLibraryView(db);
  const folders = createFolderView(longQueries);
  const rules = openRules(db);
  const edits = openEdits(db);
  const waiting = openWaiting(db);
  const hidden = openHidden(db);
  const review = openReviewMode(db, config.isReviewing);
  const places = createLibraryPlaces({ db, ...config });

  const changes = createChangeLibrary({ db, clock, reread, hasLibrary });
  const { require, rereadModels } = changes;
  const change = (actor: Actor, action: ActionName, details: NewAction['details'], write: () => void) =>
    changes.write({ actor, action, details }, write);

  const isThere = (place: string) => {
    try {
      return lookAtDisk(places.toDisk(place)) !== undefined;
    } catch {
      return false;
    }
  };

  /** Returns the folders whose models a correction of `place` can change. */
  function foldersAround(place: string): readonly string[] {
    const above = folderOf(place);
    const units = [above, folderOf(above)].filter((folder) => folder !== '' && view.isUnit(folder));
    const stats = lookAtDisk(places.toDisk(place));
    return unique([...units, stats?.isFile() === true && !/\.zip$/i.test(place) ? above : place]);
  }

  const templateFor = (folder: string): string => {
    for (let at = folder; ; at = folderOf(at)) {
      const { template } = rules.find(at);
      if (template !== null) return template;
      if (at === '') return usualTemplate;
    }
  };

  function toShown(model: OwnModel): LibraryModel {
    const { priceCents, description: _, attribution: __, ...shown } = model;
    const edited = Object.keys(edits.find(model.guid) ?? {});
    return { ...shown, priceUsd: toUsd(priceCents), edited, said: [...view.unitOf(model).ownFields] };
  }

  async function listFolders(folder: string, ruled: readonly Rule[]): Promise<LibraryFolder[]> {
    const counts = await folders.counts(folder);
    const countOf = (kind: keyof typeof counts) =>
      new Map(counts[kind].map(({ name, count }) => [name, count]));
    const [models, held, leftOut] = [countOf('models'), countOf('waiting'), countOf('leftOut')];
    const withModels = unique([...models.keys(), ...held.keys()]).filter((name) => !name.endsWith('*'));
    const ofRules = ruled.filter(({ place }) => !isFileRule(place)).map(({ place }) => nameOf(place));
    const withLeftOut = counts.leftOut.flatMap(({ name, isFolder }) => (isFolder === 1 ? [name] : []));
    return unique([...withModels, ...ofRules, ...withLeftOut])
      .sort((a, b) => a.localeCompare(b))
      .map((name) => ({
        ...{ name, place: join(folder, name), leftOut: leftOut.get(name) ?? 0, waiting: held.get(name) ?? 0 },
        models: (models.get(name) ?? 0) + (held.get(name) ?? 0),
        borders: ruled.find((rule) => nameOf(rule.place) === name)?.borders ?? null,
      }));
  }

  const isFileRule = (place: string) => {
    try {
      return lookAtDisk(places.toDisk(place))?.isFile() === true && !/\.zip$/i.test(place);
    } catch {
      return false;
    }
  };

  function currentMode() {
    if (!config.isRecognising) return 'off' as const;
    return review.isOn() ? ('review' as const) : ('auto' as const);
  }

  async function look(folder: string, page: Page) {
    const { borders, template } = rules.find(folder);
    const ruled = rules
      .list()
      .filter(({ place }) => place !== '' && place !== folder && folderOf(place) === folder);
    const { guids, total } = await folders.models(folder, page);
    const models = guids.flatMap((guid) => view.find(guid) ?? []);
    return {
      ...{
        mode: currentMode(),
        isModeFixed: config.isReviewing !== null,
        levels: levels.choice(),
        totals: await folders.totals(),
        folder,
        borders,
        template,
      },
      usedTemplate: templateFor(folder),
      folders: await listFolders(folder, ruled),
      ignored: ruled.filter(({ place }) => isFileRule(place)).map(({ place }) => place),
      leftOut: await folders.leftOut(folder),
      models: models.map(toShown),
      ...pageFacts(page, models.length, total),
    };
  }

  async function correct({ place, borders, template }: Correction, actor: Actor): Promise<void> {
    const before = rules.find(place);
    if (!isThere(place) && before.borders === null && before.template === null)
      throw new AppError(
        'NOT_FOUND',
        sentence`The library has no ${{ place }}. It may have been moved; open the page again.`,
      );
    if (place === '' && borders !== undefined && borders !== null)
      throw new AppError(
        'INVALID_INPUT',
        'The library itself is neither one model nor ignored. Choose a folder in it.',
      );
    const rule = {
      place,
      borders: borders === undefined ? before.borders : borders,
      template: template === undefined ? before.template : template,
    };
    const details = { place, borders: rule.borders ?? 'as found', template: rule.template ?? 'as above' };
    change(actor, 'library.rule', details, () => {
      rules.save(rule);
      // Corrections of single files would contradict it.
      if (borders !== undefined) rules.unlabel(place);
    });
    await reread({ folders: foldersAround(place), units: [] });
  }

  /** Throws INVALID_INPUT unless all the models were recognised in the same folder. */
  function requireOneUnit(models: readonly OwnModel[]): void {
    const [unit, other] = unique(models.map((model) => view.unitOf(model).unit));
    if (unit === undefined || other !== undefined)
      throw new AppError(
        'INVALID_INPUT',
        sentence`These models lie in different folders (${{ one: unit ?? '' }} and ${{ other: other ?? '' }}). Mark the folder that contains both as one model, or move the files together.`,
      );
    if (view.isExplicit(unit))
      throw new AppError(
        'INVALID_INPUT',
        sentence`${{ folder: unit }} has topology folders, which decide what one model is.`,
      );
  }

  async function merge(guids: readonly string[], actor: Actor): Promise<void> {
    const models = unique(guids).map(require);
    const [first] = models;
    if (!first || models.length < 2)
      throw new AppError('INVALID_INPUT', 'Choose at least two models to merge.');
    requireOneUnit(models);
    change(actor, 'library.merge', { title: first.title, models: models.length }, () => {
      for (const { scenes } of models) for (const scene of scenes) rules.label(scene, first.guid);
    });
    await rereadModels(models);
  }

  async function split(guid: string, actor: Actor): Promise<void> {
    const model = require(guid);
    if (model.scenes.length < 2)
      throw new AppError(
        'INVALID_INPUT',
        sentence`${{ title: model.title }} has only one scene file, so it cannot be split.`,
      );
    requireOneUnit([model]);
    change(actor, 'library.split', { title: model.title, files: model.scenes.length }, () => {
      for (const scene of model.scenes) rules.label(scene, nameOf(scene));
    });
    await rereadModels([model]);
  }

  async function setReview(isReviewing: boolean, actor: Actor): Promise<void> {
    if (config.isReviewing !== null) throw decidedBySetting('LODESTOCK_RECOGNISE');
    change(actor, 'library.review', { isReviewing }, () => review.set(isReviewing));
    if (!isReviewing) await reread({ folders: [''], units: [] });
  }

  function setLevelFormats(wanted: readonly LevelFormat[], actor: Actor): void {
    if (levels.choice()?.isFixed) throw decidedBySetting('LODESTOCK_LEVEL_FORMATS');
    const formats = toLevelFormats(wanted);
    change(actor, 'library.level-formats', { formats: formats.join(', ') }, () => levels.choose(formats));
  }

  async function publish(guids: readonly string[] | null, actor: Actor): Promise<number> {
    const wanted =
      guids === null ? waiting.list() : unique(guids).flatMap((guid) => waiting.find(guid) ?? []);
    const models = wanted.filter(({ guid }) => !hidden.has(guid));
    if (models.length === 0) return 0;
    change(actor, 'library.publish', { models: models.length }, () => {
      for (const { guid } of models) waiting.approve(guid);
    });
    const units = unique(models.map(({ unit }) => unit));
    await reread({ folders: units, units });
    return models.length;
  }

  async function writeProducts(guids: readonly string[], actor: Actor) {
    const models = unique(guids).map(require);
    const done = models.map((model) => {
      const wish = { model, unit: view.unitOf(model).unit, edit: edits.find(model.guid) ?? {} };
      return { model, result: writeProduct(wish, config.libraryDir) };
    });
    const written = done.flatMap(({ result }) => ('file' in result ? [result.file] : []));
    const left = done.flatMap(({ model: { guid, title }, result }) =>
      'reason' in result ? [{ guid, title, ...toReason(result.reason) }] : [],
    );
    change(actor, 'library.products', { written: written.length, left: left.length }, () => undefined);
    await rereadModels(models);
    return { written, left };
  }

  return { look, rescan, correct, merge, split, publish, writeProducts, setReview, setLevelFormats };
}
