import type { OutputOf } from '../../../../server/contract/index.ts';
import { createRemote } from '../../../data/remote.ts';
import type { AdminApi } from '../admin-api.ts';

type Right = OutputOf<'adminRights'>['rights'][number];
export const kinds = ['root', 'category', 'collection'] as const;
/** Members as typed, separated by commas. */
export type GroupLine = { readonly name: string; readonly members: string; readonly fromCompany: number };
type RightLine = Pick<Right, 'group' | 'may'> & {
  readonly kind: (typeof kinds)[number];
  readonly target: string;
  /** Number of its models; null until counted. */
  readonly models: number | null;
};
type State = {
  /** Null until loaded. */
  readonly groups: readonly GroupLine[] | null;
  readonly rights: readonly RightLine[];
  readonly collections: OutputOf<'adminRights'>['collections'];
  readonly tags: { readonly groups: string; readonly rights: string };
  readonly outcome: 'saved' | 'changed-meanwhile' | null;
  readonly isSaving: boolean;
};
const initial: State = {
  ...{ groups: null, rights: [], collections: [], tags: { groups: '', rights: '' }, outcome: null },
  isSaving: false,
};

const toLine = ({ root, category, collection, ...right }: Right): RightLine => {
  if (root !== undefined) return { kind: 'root', target: root, ...right };
  if (category !== undefined) return { kind: 'category', target: category, ...right };
  return { kind: 'collection', target: collection ?? '', ...right };
};
const toMembers = (text: string) => text.split(/[\s,;]+/).filter((email) => email !== '');

/** Groups and rights as an admin edits them; they are saved together. */
export const createRightsStore = (api: AdminApi) =>
  createRemote(initial)(({ get, set, take }) => {
    const read = async (): Promise<Omit<State, 'outcome' | 'isSaving'>> => {
      const [groups, rights] = await Promise.all([api.call('adminGroups'), api.call('adminRights')]);
      return {
        groups: groups.groups.map((group) => ({ ...group, members: group.members.join(', ') })),
        rights: rights.rights.map(toLine),
        collections: rights.collections,
        tags: { groups: groups.tag, rights: rights.tag },
      };
    };
    const send = async () => {
      const { groups, rights, tags } = get();
      const wanted = (groups ?? []).map(({ name, members }) => ({ name, members: toMembers(members) }));
      const known = new Set(wanted.map(({ name }) => name));
      // A new right needs its group, and a group can be removed only after its rights.
      const kept = await api.call('adminGroups');
      if (kept.tag !== tags.groups) return false;
      const going = kept.groups
        .filter(({ name }) => !known.has(name))
        .map(({ name, members }) => ({ name, members }));
      const first = await api.call('adminSetGroups', { groups: [...wanted, ...going], basedOn: tags.groups });
      if (!first.isSaved) return false;
      const sent = rights.map(({ kind, target, group, may }) => ({ [kind]: target, group, may }));
      const second = await api.call('adminSetRights', { rights: sent, basedOn: tags.rights });
      if (!second.isSaved) return false;
      if (going.length > 0) await api.call('adminSetGroups', { groups: wanted, basedOn: first.tag });
      return true;
    };
    return {
      load: () => take(async () => ({ ...(await read()), outcome: null })),
      setGroups: (groups: readonly GroupLine[]) => set({ groups, outcome: null }),
      setRights: (rights: readonly RightLine[]) => set({ rights, outcome: null }),
      async save() {
        set({ isSaving: true, outcome: null });
        await take(async () =>
          (await send()) ? { ...(await read()), outcome: 'saved' } : { outcome: 'changed-meanwhile' },
        );
        set({ isSaving: false });
      },
    };
  });
export type RightsStore = ReturnType<typeof createRightsStore>;
