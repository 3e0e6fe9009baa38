import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../server/contract/errors.ts';
import type { FoundModel, Publish, PublishedProduct } from '../../../server/contract/publish.ts';
import type { Api } from '../../api/api.ts';
import { toAppError } from '../../errors/describe-error.ts';
import type { Outbox, OutgoingFile } from './outbox.ts';
import type { Values } from './product-values.ts';

export type PublishApi = Api<'publishCheck' | 'publish' | 'publishState' | 'publishes' | 'filters'>;

export type PublishState = {
  /** What the server makes of the files; null until all of them are there. */
  readonly found: readonly FoundModel[] | null;
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
  /** The person said that all files are one model. */
  readonly isOneModel: boolean;
  /** The model that this is a new version of. */
  readonly guid: string | null;
  /** What the person typed, over what was guessed. */
  readonly typed: Partial<Values>;
  readonly busy: 'checking' | 'publishing' | null;
  readonly error: AppError | null;
  /** The publish that ended last. */
  readonly done: Publish | null;
  /** What was published before, newest first. */
  readonly earlier: readonly Publish[];
  /** Categories that the catalogue has. */
  readonly categories: readonly string[];
  readonly load: () => Promise<void>;
  readonly discard: (relativePaths: readonly string[]) => Promise<void>;
  readonly setOneModel: (isOneModel: boolean) => void;
  readonly setGuid: (guid: string | null) => void;
  readonly type: (typed: Partial<Values>) => void;
  readonly publish: (product: PublishedProduct) => Promise<void>;
  /** Closes the note of what was published last. */
  readonly closeDone: () => void;
  /** Ends what runs, for another person. */
  readonly startOver: () => void;
};
export type PublishStore = StoreApi<PublishState>;

type Parts = {
  readonly api: PublishApi;
  readonly outbox: Outbox;
  readonly wait: (milliseconds: number) => Promise<void>;
};

const askEvery = 400;
const draft = {
  ...{ found: null, leftOut: [], isOneModel: false, guid: null, typed: {}, busy: null, error: null },
} as const;

const isAllThere = (files: readonly OutgoingFile[]) =>
  files.length > 0 && files.every(({ state }) => state === 'done');
const namesOf = (files: readonly OutgoingFile[]) =>
  files.map(({ uploadId, state }) => `${uploadId} ${state}`).join();

/** What is to be published: what the server makes of the files, what the person says of them, and how it ended. */
export function createPublishStore({ api, outbox, wait }: Parts): PublishStore {
  let life = new AbortController();
  /** Only the answer to the last question counts. */
  let checks = 0;

  return createStore<PublishState>()((set, get) => {
    const whileAlive = async (work: (signal: AbortSignal) => Promise<void>) => {
      const { signal } = life;
      try {
        await work(signal);
      } catch (error) {
        if (!signal.aborted) set({ busy: null, error: toAppError(error) });
      }
    };
    const uploadIds = () =>
      outbox.getState().files.flatMap(({ uploadId }) => (uploadId === null ? [] : [uploadId]));
    const check = () =>
      whileAlive(async (signal) => {
        checks += 1;
        const asked = checks;
        set({ found: null, leftOut: [], error: null, busy: null });
        if (!isAllThere(outbox.getState().files)) return;
        set({ busy: 'checking' });
        const wish = { uploads: uploadIds(), isOneModel: get().isOneModel };
        const isLast = () => asked === checks;
        const answer = await api.call('publishCheck', wish, { signal }).catch((error: unknown) => {
          if (isLast()) throw error;
          return null;
        });
        if (isLast() && answer) set({ found: answer.models, leftOut: answer.leftOut, busy: null });
      });
    const listEarlier = async (signal: AbortSignal) =>
      set({ earlier: (await api.call('publishes', {}, { signal })).publishes });
    const follow = async (publishId: string, signal: AbortSignal): Promise<Publish> => {
      for (;;) {
        const now = await api.call('publishState', { publishId }, { signal });
        if (now.state !== 'working') return now;
        await wait(askEvery);
        signal.throwIfAborted();
      }
    };
    outbox.subscribe(({ files }, before) => {
      if (get().busy === 'publishing' || namesOf(files) === namesOf(before.files)) return;
      void check();
    });
    return {
      ...draft,
      done: null,
      earlier: [],
      categories: [],
      load: () =>
        whileAlive(async (signal) => {
          const facets = api.call('filters', {}, { signal }).then(
            ({ categories }) => set({ categories: categories.map(({ name }) => name) }),
            () => {}, // suggestions only
          );
          await outbox.getState().load();
          await Promise.all([facets, listEarlier(signal)]);
        }),
      discard: (relativePaths) => whileAlive(() => outbox.getState().remove(relativePaths)),
      setOneModel(isOneModel) {
        set({ isOneModel });
        void check();
      },
      setGuid: (guid) => set({ guid }),
      type: (typed) => set({ typed: { ...get().typed, ...typed } }),
      publish: (product) =>
        whileAlive(async (signal) => {
          set({ busy: 'publishing', error: null });
          const { guid, isOneModel } = get();
          const wish = { uploads: uploadIds(), product, isOneModel, ...(guid !== null && { guid }) };
          const { publishId } = await api.call('publish', wish, { signal });
          const done = await follow(publishId, signal);
          outbox.getState().forget();
          set({ ...draft, done });
          await listEarlier(signal);
        }),
      closeDone: () => set({ done: null }),
      startOver() {
        life.abort();
        life = new AbortController();
        outbox.getState().forget();
        set({ ...draft, done: null, earlier: [] });
      },
    };
  });
}
