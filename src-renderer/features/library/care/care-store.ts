import { textOf, type Words } from '../../../../server/contract/sentence.ts';
import type { Removal, RemovalAnswer, RemovalWish } from '../../../../src-main/platform/ipc/contract.ts';
import type { Api } from '../../../api/api.ts';
import { createRemote } from '../../../data/remote.ts';

type CareApi = Api<
  'library.check' | 'library.compare' | 'removal.remove' | 'removal.restore' | 'removal.discard'
>;

/** The last change, until the user makes another. */
export type CareNote =
  | {
      readonly kind: 'checked';
      readonly count: number;
      readonly missing: number;
      readonly edited: number;
    }
  | { readonly kind: 'removed'; readonly done: readonly Removal[]; readonly refused: readonly Words[] }
  | { readonly kind: 'restored'; readonly count: number; readonly refused: readonly Words[] };

const atOnce = 4;

type State = {
  /** Guids of models with a newer version on the server; empty until it was asked. */
  readonly outdated: ReadonlySet<string>;
  /** Guids of models that the connected server has in exactly this version, which can be downloaded again. */
  readonly current: ReadonlySet<string>;
  readonly work: {
    readonly kind: 'checking' | 'removing' | 'restoring';
    readonly done: number;
    readonly total: number;
  } | null;
  readonly note: CareNote | null;
};
export type CareStore = ReturnType<typeof createCareStore>;

const toReasons = ({ refused }: RemovalAnswer) => [
  ...new Map(refused.map(({ message }) => [textOf(message), message])).values(),
];

const initial: State = { outdated: new Set(), current: new Set(), work: null, note: null };

/** Maintains models of the library: checks and removes them, and knows which have a newer version. */
export const createCareStore = (api: CareApi) =>
  createRemote(initial)(({ get, set, take }) => {
    const attempt = async (
      kind: 'checking' | 'removing' | 'restoring',
      total: number,
      work: () => Promise<CareNote | null>,
    ) => {
      if (get().work !== null) return;
      set({ work: { kind, done: 0, total }, error: null, note: null });
      await take(async () => ({ note: await work() }));
      set({ work: null });
    };
    const removedLast = () => {
      const { note } = get();
      return note?.kind === 'removed' ? note.done.map(({ id }) => id) : [];
    };
    return {
      /** Compares versions with the server; without a server, the known newer versions stay. */
      async compare() {
        try {
          const { outdated, current } = await api.call('library.compare');
          set({ outdated: new Set(outdated), current: new Set(current) });
        } catch {
          set({ current: new Set() }); // the page already shows that the server is away
        }
      },
      /** Reads every file of these models, and reports differences from the download. */
      check: (guids: readonly string[]) =>
        attempt('checking', guids.length, async () => {
          let [done, count, missing, edited] = [0, 0, 0, 0];
          // Several at once, as a model with a single file keeps only one core busy.
          const left = guids.values();
          const checkSome = async () => {
            for (const guid of left) {
              const found = await api.call('library.check', { guid });
              done += 1;
              count += found.count;
              missing += found.missing.length;
              edited += found.edited.length;
              set({ work: { kind: 'checking', done, total: guids.length } });
            }
          };
          await Promise.all(Array.from({ length: atOnce }, checkSome));
          return { kind: 'checked', count, missing, edited };
        }),
      remove: (wishes: readonly RemovalWish[]) =>
        attempt('removing', wishes.length, async () => {
          const answer = await api.call('removal.remove', { models: [...wishes] });
          return { kind: 'removed', done: answer.done, refused: toReasons(answer) };
        }),
      /** Restores what was removed last. */
      async undo() {
        const ids = removedLast();
        await attempt('restoring', ids.length, async () => {
          const answer = await api.call('removal.restore', { ids });
          return { kind: 'restored', count: answer.done.length, refused: toReasons(answer) };
        });
      },
      /** Deletes for good what was removed last. */
      async discard() {
        const ids = removedLast();
        await attempt('removing', ids.length, async () => {
          await api.call('removal.discard', { ids });
          return null;
        });
      },
      dismiss: () => set({ note: null, error: null }),
    };
  });
