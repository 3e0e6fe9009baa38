import { hash } from 'node:crypto';
import { type Actor, auditLog, type NewAction } from '../accounts/audit/audit-log.ts';
import { type RightRow, rightRows } from '../accounts/rights/right-rows.ts';
import type { Rights } from '../accounts/rights/rights.ts';
import { toIso } from '../base/clock.ts';
import type { Core } from '../base/core.ts';
import { everyone } from '../base/store/account-store.ts';
import type { Steps } from '../base/store/steps.ts';
import type { Right } from '../contract/admin/admin-rights.ts';

type Parts = Pick<Core, 'store' | 'clock'> & {
  readonly rights: Pick<Rights, 'count' | 'refresh'>;
};

const tagOf = (list: unknown) => hash('sha256', JSON.stringify(list), 'base64url');
/** Normalises a folder to its name in the catalogue. */
const toFolder = (root: string) =>
  /^https?:/.test(root)
    ? root.replace(/\/+$/, '')
    : root.replaceAll('\\', '/').replace(/^[./]+|\/+$/g, '') || '/';

function toRow({ root, category, collection, group, may }: Right): RightRow {
  if (root !== undefined) return { kind: 'root', target: toFolder(root), group, may };
  if (category !== undefined) return { kind: 'category', target: category, group, may };
  return { kind: 'collection', target: collection ?? '', group, may };
}

export type RightAdmin = ReturnType<typeof createRightAdmin>;

/** Reads and saves groups and rights as whole lists; refuses to overwrite a list that changed meanwhile. */
export function createRightAdmin({ store, clock, rights }: Parts) {
  function* readGroups() {
    const groups = yield* rightRows.groups();
    return { groups, tag: tagOf(groups) };
  }
  function* readRights() {
    const listed = yield* rightRows.rights();
    return { rights: listed, collections: yield* rightRows.collections(), tag: tagOf(listed) };
  }
  type Change = Pick<NewAction, 'action' | 'actor' | 'details'> & { readonly basedOn: string };
  function* save<L extends { readonly tag: string }>(
    read: () => Steps<L>,
    write: Steps<void>,
    { basedOn, ...about }: Change,
  ): Steps<L & { readonly isSaved: boolean }> {
    const now = yield* read();
    if (now.tag !== basedOn) return { ...now, isSaved: false };
    yield* write;
    yield* auditLog.note({ ...about, accountId: null, at: toIso(clock()) });
    return { ...(yield* read()), isSaved: true };
  }
  const withCounts = <L extends { readonly rights: readonly Right[] }>(list: L) => ({
    ...list,
    rights: list.rights.map((right) => ({ ...right, models: rights.count(toRow(right)) })),
  });
  const saveNow = async <L>(steps: Steps<L>): Promise<L> => {
    const saved = await store.transaction(everyone, steps);
    await rights.refresh();
    return saved;
  };

  type Groups = { readonly groups: readonly { name: string; members: string[] }[]; readonly basedOn: string };
  type Wanted = { readonly rights: readonly Right[]; readonly basedOn: string };
  return {
    groups: () => store.run(readGroups()),
    rights: async () => withCounts(await store.run(readRights())),
    setGroups({ groups, basedOn }: Groups, actor: Actor) {
      const details = { groups: groups.map(({ name, members }) => `${name} (${members.length})`).join(', ') };
      const about = { action: 'people.groups', actor, details, basedOn } as const;
      return saveNow(save(readGroups, rightRows.setGroups(groups), about));
    },
    async setRights({ rights: wanted, basedOn }: Wanted, actor: Actor) {
      const rows = wanted.map(toRow);
      const named = rows.map(({ kind, target, group, may }) => `${kind} ${target}: ${group} ${may}`);
      const about = {
        action: 'people.rights',
        actor,
        details: { rights: named.join('; ') },
        basedOn,
      } as const;
      return withCounts(await saveNow(save(readRights, rightRows.setRights(rows), about)));
    },
  };
}
