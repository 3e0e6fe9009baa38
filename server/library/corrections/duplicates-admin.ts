import { z } from 'zod';
import type { Actor } from '../../accounts/audit/audit-log.ts';
import type { Db } from '../../base/db/open-database.ts';
import type { Handlers } from '../../base/http/bind.ts';
import { pageFacts, toPage } from '../../base/http/paging.ts';
import type { adminDuplicateRoutes, DuplicateGroup } from '../../contract/admin/admin-duplicates.ts';
import { AppError } from '../../contract/errors.ts';
import { openShapes } from '../duplicates/shapes.ts';
import type { LibraryAdmin } from './library-admin.ts';
import { openLibraryView } from './library-view.ts';
import type { ModelsAdmin } from './models-admin.ts';

type Parts = {
  readonly db: Db;
  readonly library: Pick<LibraryAdmin, 'merge'>;
  readonly models: Pick<ModelsAdmin, 'hide' | 'ofGuids'>;
};

const Names = z.array(z.string());
const reasons: Readonly<Record<DuplicateGroup['kind'], string>> = {
  same: 'Their shapes are equal, apart from position, direction and unit.',
  family: 'Their shapes are equal, apart from position, direction and unit. They have other textures.',
};

/** Copies without a texture in common are variants of one thing. */
function kindOf(members: readonly { readonly pictures: string }[]): DuplicateGroup['kind'] {
  const textured = members.map(({ pictures }) => pictures).filter((pictures) => pictures !== '[]');
  const sets = [...new Set(textured)].map((pictures) => Names.parse(JSON.parse(pictures)));
  const isOther = sets.some((some, at) =>
    sets.slice(at + 1).some((others) => !others.some((name) => some.includes(name))),
  );
  return isOther ? 'family' : 'same';
}

/** The admin's list of models that have the same shape. */
export function createDuplicateHandlers({
  db,
  library,
  models,
}: Parts): Pick<Handlers, keyof typeof adminDuplicateRoutes> {
  const shapes = openShapes(db);
  const view = openLibraryView(db);

  const unitOf = (guid: string) => view.unitOf(view.find(guid) ?? { folder: guid }).unit;

  async function join([first = '', ...others]: readonly string[], actor: Actor): Promise<readonly string[]> {
    if (others.length === 0) throw new AppError('INVALID_INPUT', 'Choose at least two models to merge.');
    if (!shapes.areCopies([first, ...others]))
      throw new AppError(
        'INVALID_INPUT',
        'These models do not have the same shape. They may have changed; open the page again.',
      );
    const unit = unitOf(first);
    const beside = view.isExplicit(unit) ? [] : others.filter((guid) => unitOf(guid) === unit);
    const guids = others.filter((guid) => !beside.includes(guid));
    if (beside.length > 0) await library.merge([first, ...beside], actor);
    return guids.length === 0 ? [] : models.hide({ guids }, true, actor);
  }

  return {
    adminDuplicates({ query }) {
      const page = toPage(query);
      const groups = shapes.groups(page).map((members) => {
        const kind = kindOf(members);
        return { kind, models: models.ofGuids(members.map(({ guid }) => guid)), why: reasons[kind] };
      });
      return { ok: true, groups, ...pageFacts(page, groups.length, shapes.total()) };
    },
    adminJoinDuplicates: async ({ body, caller }) => ({
      ok: true,
      hidden: [...(await join([...new Set(body.guids)], caller.accountId))],
    }),
  };
}
