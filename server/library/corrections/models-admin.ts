import type { Actor } from '../../accounts/audit/audit-log.ts';
import { toIso } from '../../base/clock.ts';
import type { Core } from '../../base/core.ts';
import type { LongQueries } from '../../base/db/long-queries.ts';
import { pageFacts } from '../../base/http/paging.ts';
import type { ModelEdit } from '../../contract/admin/admin-library.ts';
import type { ModelChoice } from '../../contract/admin/admin-models.ts';
import { wordLimits } from '../../contract/catalogue/model-fields.ts';
import { AppError } from '../../contract/errors.ts';
import { sentence } from '../../contract/sentence.ts';
import type { Library } from '../library.ts';
import { createChangeLibrary } from './change-library.ts';
import { openEdits, openHidden } from './edits.ts';
import { type OwnModel, openLibraryView } from './library-view.ts';
import { createOwnModelList, openOwnModels } from './own-models.ts';
import { openWaiting } from './waiting.ts';

type Parts = Pick<Core, 'db' | 'clock'> & {
  readonly longQueries: LongQueries;
  readonly reread: Library['reread'];
  readonly hasLibrary: boolean;
  /** Prefix of every address on this server. */
  readonly root: string;
  /** Queues these models' posters to be rendered again. Throws INVALID_INPUT if this server renders none. */
  readonly redrawPosters: (modelIds: readonly number[]) => void;
  /** Queues these models' levels to be made again. Throws INVALID_INPUT if this server makes none. */
  readonly remakeLevels: (modelIds: readonly number[]) => void;
};
type Wish = Parameters<ReturnType<typeof createOwnModelList>['page']>[0];
type EditWish = {
  readonly edit: ModelEdit;
  readonly addTags?: readonly string[] | undefined;
  readonly removeTags?: readonly string[] | undefined;
};
type Page = { readonly limit: number; readonly offset: number };

/** Up to this many models, an answer includes what undoes the edit. */
const mostToTakeBack = 1000;

export type ModelsAdmin = ReturnType<typeof createModelsAdmin>;

/** Edits many models at once for admins. Each change is in the catalogue by the time it resolves. */
export function createModelsAdmin(parts: Parts) {
  const { db, clock } = parts;
  const library = createChangeLibrary(parts);
  const view = openLibraryView(db);
  const edits = openEdits(db);
  const hidden = openHidden(db);
  const waiting = openWaiting(db);
  const models = openOwnModels(db, parts.root);
  const own = createOwnModelList(parts.longQueries);
  const idOf = db.prepare<[string], number>('SELECT id FROM model WHERE guid = ? AND host IS NULL').pluck();

  /** Throws INVALID_INPUT unless exactly one kind of choice is given. */
  async function choose({ guids, matching }: ModelChoice) {
    if ((guids === undefined) === (matching === undefined))
      throw new AppError('INVALID_INPUT', 'Set either guids or matching, not both.');
    if (guids !== undefined) return [...new Set(guids)].map(library.require);
    // A model may have been removed since the query.
    return (await own.guids(matching ?? {})).flatMap((guid) => view.find(guid) ?? []);
  }

  /** Only published models have posters and levels. */
  async function renew(choice: ModelChoice, actor: Actor, kind: 'posters' | 'levels'): Promise<number> {
    const chosen = (await choose(choice)).flatMap(({ guid }) => {
      const id = idOf.get(guid);
      return id === undefined ? [] : [{ guid, id }];
    });
    if (chosen.length === 0) return 0;
    const ids = chosen.map(({ id }) => id);
    const guids = chosen.map(({ guid }) => guid);
    library.write(
      { actor, action: `library.${kind}`, details: { models: chosen.length }, guids },
      () => void (kind === 'posters' ? parts.redrawPosters(ids) : parts.remakeLevels(ids)),
    );
    return chosen.length;
  }

  return {
    ofGuids: models.ofGuids,
    write: library.write,
    async list(wish: Wish, page: Page) {
      const { guids, total } = await own.page(wish, page);
      const counts = await own.counts();
      return { models: models.ofGuids(guids), ...counts, ...pageFacts(page, guids.length, total) };
    },
    async edit({ guids: some, matching }: ModelChoice, wish: EditWish, actor: Actor) {
      const chosen = await choose({ guids: some, matching });
      const changes = chosen.map((model) => ({ guid: model.guid, edit: toEdit(model, wish) }));
      const names = [...Object.keys(wish.edit), ...(isRetagging(wish) ? ['tags'] : [])];
      const guids = chosen.map(({ guid }) => guid);
      const details = { models: chosen.length, fields: names.join(', ') };
      const before = guids.length > mostToTakeBack ? [] : edits.group(guids, names);
      library.write({ actor, action: 'library.edit', details, guids }, () => {
        for (const { guid, edit } of changes) edits.change(guid, edit);
      });
      await library.rereadModels(chosen);
      const kept = chosen.flatMap((model) => {
        const fields = view.unitOf(model).ownFields.filter((field) => names.includes(field));
        return fields.length === 0 ? [] : [{ guid: model.guid, title: model.title, fields }];
      });
      return { models: chosen.length, kept, before };
    },
    /** Returns the models that changed. */
    async hide(choice: ModelChoice, isHidden: boolean, actor: Actor): Promise<readonly string[]> {
      const chosen = (await choose(choice)).filter((model) => model.isHidden !== isHidden);
      if (chosen.length === 0) return [];
      const guids = chosen.map(({ guid }) => guid);
      const action = isHidden ? 'library.hide' : 'library.show';
      library.write({ actor, action, details: { models: chosen.length }, guids }, () => {
        for (const { guid, isWaiting } of chosen) {
          if (isHidden) hidden.hide(guid, toIso(clock()));
          else hidden.show(guid);
          // A model that was published before does not need approval again.
          if (isHidden && !isWaiting) waiting.approve(guid);
        }
      });
      await library.rereadModels(chosen);
      return guids;
    },
    redrawPosters: (choice: ModelChoice, actor: Actor) => renew(choice, actor, 'posters'),
    remakeLevels: (choice: ModelChoice, actor: Actor) => renew(choice, actor, 'levels'),
  };
}

const isRetagging = ({ addTags = [], removeTags = [] }: EditWish) => addTags.length + removeTags.length > 0;

/** Returns the edits for one model; when tags change, with its complete list of tags. */
function toEdit({ title, tags }: OwnModel, wish: EditWish): ModelEdit {
  const { edit, addTags = [], removeTags = [] } = wish;
  if (!isRetagging(wish)) return edit;
  if (edit.tags !== undefined)
    throw new AppError('INVALID_INPUT', 'Set either edit.tags or addTags and removeTags, not both.');
  const keyOf = (tag: string) => tag.toLowerCase();
  const gone = new Set(removeTags.map(keyOf));
  const kept = tags.filter((tag) => !gone.has(keyOf(tag)));
  const known = new Set(kept.map(keyOf));
  const added = addTags.filter((tag) => !known.has(keyOf(tag)));
  if (kept.length + added.length > wordLimits.most)
    throw new AppError(
      'INVALID_INPUT',
      sentence`${{ title }} would have ${{ count: kept.length + added.length }} tags: a model has at most ${{ most: wordLimits.most }}. Remove some first.`,
    );
  const isSame = added.length === 0 && kept.length === tags.length;
  return isSame ? edit : { ...edit, tags: [...kept, ...added] };
}
