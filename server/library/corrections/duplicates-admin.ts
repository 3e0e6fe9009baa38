import { z } from 'zod';
import type { Actor } from '../../accounts/audit/audit-log.ts';
import type { LongQueries } from '../../base/db/long-queries.ts';
import type { Db } from '../../base/db/open-database.ts';
import type { Handlers } from '../../base/http/bind.ts';
import { pageFacts, toPage } from '../../base/http/paging.ts';
import type { adminDuplicateRoutes, DuplicateGroup } from '../../contract/admin/admin-duplicates.ts';
import { AppError } from '../../contract/errors.ts';
import { listCopies, openShapes } from '../duplicates/shapes.ts';
import type { LibraryAdmin } from './library-admin.ts';
import { openLibraryView } from './library-view.ts';
import type { ModelsAdmin } from './models-admin.ts';

type Parts = {
  readonly db: Db;
  readonly longQueries: LongQueries;
  readonly library: Pick<LibraryAdmin, 'merge'>;
  readonly models: Pick<ModelsAdmin, 'hide' | 'ofGuids' | 'write'>;
};

const Names = z.array(z.string());
const equal = 'Their shapes are equal, apart from position, direction and unit.';

/** Judges a group: models that match in one topology only, or share no texture, are variants. */
function judge(
  members: readonly { readonly pictures: string; readonly isLargest: number }[],
): Pick<DuplicateGroup, 'kind' | 'why'> {
  if (members.some(({ isLargest }) => isLargest === 0))
    return { kind: 'family', why: 'They have a topology in common. One of them has finer ones as well.' };
  const textured = members.map(({ pictures }) => pictures).filter((pictures) => pictures !== '[]');
  const sets = [...new Set(textured)].map((pictures) => Names.parse(JSON.parse(pictures)));
  const isOther = sets.some((some, at) =>
    sets.slice(at + 1).some((others) => !others.some((name) => some.includes(name))),
  );
  return isOther
    ? { kind: 'family', why: `${equal} They have other textures.` }
    : { kind: 'same', why: equal };
}

const noCopies = () =>
  new AppError(
    'INVALID_INPUT',
    'These models do not have the same shape. They may have changed; open the page again.',
  );

export function createDuplicateHandlers({
  db,
  longQueries,
  library,
  models,
}: Parts): Pick<Handlers, keyof typeof adminDuplicateRoutes> {
  const shapes = openShapes(db);
  const view = openLibraryView(db);

  const unitOf = (guid: string) => view.unitOf(view.find(guid) ?? { folder: guid }).unit;

  async function join([first = '', ...others]: readonly string[], actor: Actor): Promise<readonly string[]> {
    if (others.length === 0) throw new AppError('INVALID_INPUT', 'Choose at least two models to merge.');
    if (!shapes.areCopies([first, ...others])) throw noCopies();
    const unit = unitOf(first);
    const beside = view.isExplicit(unit) ? [] : others.filter((guid) => unitOf(guid) === unit);
    const guids = others.filter((guid) => !beside.includes(guid));
    if (beside.length > 0) await library.merge([first, ...beside], actor);
    return guids.length === 0 ? [] : models.hide({ guids }, true, actor);
  }

  return {
    async adminDuplicates({ query }) {
      const page = toPage(query);
      const isDismissed = query.state === 'dismissed';
      const listed = await listCopies(longQueries, page, isDismissed);
      const groups = listed.groups.map(shapes.members).map((members) => ({
        ...judge(members),
        models: models.ofGuids(members.map(({ guid }) => guid)),
      }));
      return { ok: true, groups, ...pageFacts(page, groups.length, listed.total) };
    },
    adminJoinDuplicates: async ({ body, caller }) => ({
      ok: true,
      hidden: [...(await join([...new Set(body.guids)], caller.accountId))],
    }),
    adminDismissDuplicates({ body, caller }) {
      const guids = [...new Set(body.guids)];
      const group = shapes.find(guids);
      if (group === undefined) throw noCopies();
      const { isDismissed = true } = body;
      const action = isDismissed ? 'library.not-same' : 'library.same';
      const details = { models: guids.length };
      models.write({ actor: caller.accountId, action, details, guids }, () =>
        shapes.setDismissed(group, isDismissed),
      );
      return { ok: true };
    },
  };
}
