import type { OutputOf } from '../../../server/contract/index.ts';
import type { FoundModel, Publish, PublishWish } from '../../../server/contract/publish.ts';
import type { Api } from '../../api/api.ts';
import { createRemote } from '../../data/remote.ts';
import { readStoredText, writeStored } from '../../data/stored-value.ts';
import type { Outbox, OutgoingFile } from './outbox.ts';
import {
  fromProduct,
  isWhole,
  readTyped,
  type Typed,
  toProduct,
  toValues,
  type Values,
} from './product-values.ts';

export type PublishApi = Api<'publishCheck' | 'publishGuess' | 'publishes' | 'filters'>;

type State = {
  /** The server's result for the files, or for their names alone while some are being uploaded; null if unknown. */
  readonly found: readonly FoundModel[] | null;
  /** True if the server has read the files. */
  readonly isChecked: boolean;
  readonly leftOut: OutputOf<'publishCheck'>['leftOut'];
  /** True if the user said that all files are one model. */
  readonly isOneModel: boolean;
  /** The models that these are new versions of, by the first scene. */
  readonly guids: Readonly<Record<string, string>>;
  /** The user's input, which overrides the guesses, by the first scene. */
  readonly typed: Typed;
  readonly busy: 'checking' | null;
  /** Earlier publishes, newest first. */
  readonly earlier: readonly Publish[];
  readonly categories: readonly string[];
};
export type PublishStore = ReturnType<typeof createPublishStore>;
export type PublishState = ReturnType<PublishStore['getState']>;

type Parts = { readonly api: PublishApi; readonly outbox: Outbox };

/** Fields that models of one drop often share. */
const sharedFields = ['category', 'license', 'attribution', 'priceUsd'] as const;
const typedName = 'lodestock.publish-typed';
const draft = {
  ...{ found: null, isChecked: false, leftOut: [], isOneModel: false, guids: {}, busy: null },
} as const;

const isAllThere = (files: readonly OutgoingFile[]) => files.every(({ state }) => state === 'done');
const pathsOf = (files: readonly OutgoingFile[]) => files.map(({ relativePath }) => relativePath);
const namesOf = (files: readonly OutgoingFile[]) =>
  files.map(({ relativePath, uploadId, state }) => `${relativePath} ${uploadId} ${state}`).join();

/** The key that finds the user's input again when more files of the model are known. */
export const keyOf = ({ scenes }: Pick<FoundModel, 'scenes'>) => scenes[0] ?? '';
const under = <T>(said: Readonly<Record<string, T>>, { scenes }: FoundModel): T | undefined =>
  scenes.map((scene) => said[scene]).find((value) => value !== undefined);

/** Returns a form's values: the input, else those of a failed wish, else guesses. */
export const valuesOf = (state: Pick<State, 'typed'>, model: FoundModel, wish?: PublishWish): Values => ({
  ...toValues(model),
  ...(wish && fromProduct(wish.product)),
  ...under(state.typed, model),
});
export const guidOf = ({ guids }: Pick<State, 'guids'>, model: FoundModel) => under(guids, model) || null;

const isDone = ({ state }: PublishWish) => state === 'published' || state === 'waiting';
export const wishOf = (wishes: readonly PublishWish[], { scenes }: FoundModel) =>
  wishes.findLast(
    (wish) =>
      !isDone(wish) &&
      (wish.scene === null ? scenes.every((one) => wish.files.includes(one)) : scenes.includes(wish.scene)),
  );
export const isOpen = (wish: PublishWish | undefined) => wish === undefined || wish.state === 'failed';

/** What is to be published: the server's result for the files, and the user's metadata. */
export const createPublishStore = ({ api, outbox }: Parts) =>
  createRemote<State>({
    ...{ ...draft, typed: readTyped(readStoredText(typedName)), earlier: [], categories: [] },
  })(({ get, set, take, forget }) => {
    let life = new AbortController();
    /** Only the result of the latest query counts. */
    let questions = 0;

    const whileAlive = async (work: (signal: AbortSignal) => Promise<void>) => {
      const { signal } = life;
      const isDone = await take(async () => {
        await work(signal);
        return { error: get().error };
      });
      if (!isDone && !signal.aborted) set({ busy: null });
    };
    const ask = (files: readonly OutgoingFile[], signal: AbortSignal) => {
      const { isOneModel } = get();
      const uploads = files.flatMap(({ uploadId }) => uploadId ?? []);
      return isAllThere(files)
        ? api.call('publishCheck', { uploads, isOneModel }, { signal })
        : api.call('publishGuess', { paths: pathsOf(files), isOneModel }, { signal });
    };
    const recognise = () =>
      whileAlive(async (signal) => {
        questions += 1;
        const asked = questions;
        const isLast = () => asked === questions && !signal.aborted;
        const { files } = outbox.getState();
        if (files.length === 0) return set({ ...draft, error: null });
        const isChecked = isAllThere(files);
        set({ error: null, busy: isChecked ? 'checking' : null, isChecked: false });
        const answer = await ask(files, signal).catch((error: unknown) => {
          // Without a guess, the form waits for the files.
          if (isLast() && isChecked) throw error;
          return null;
        });
        if (isLast() && answer) set({ found: answer.models, leftOut: answer.leftOut, isChecked, busy: null });
      });
    const listEarlier = () =>
      whileAlive(async (signal) => set({ earlier: (await api.call('publishes', {}, { signal })).publishes }));
    const say = (typed: Typed) => {
      set({ typed });
      writeStored(typedName, JSON.stringify(typed));
    };
    const forgetTyped = (scenes: readonly string[]) =>
      say(Object.fromEntries(Object.entries(get().typed).filter(([scene]) => !scenes.includes(scene))));
    const publishOne = async (model: FoundModel) => {
      const { found, isOneModel } = get();
      const { files, wishes, publish, close } = outbox.getState();
      const before = wishOf(wishes, model);
      const values = valuesOf(get(), model, before);
      if (!isOpen(before) || !isWhole(values)) return;
      const isOneOfSeveral = found !== null && found.length > 1;
      await publish({
        files: pathsOf(files),
        scene: isOneOfSeveral ? keyOf(model) : null,
        ...{ product: toProduct(values), guid: guidOf(get(), model), isOneModel },
      });
      forgetTyped(model.scenes);
      if (before !== undefined) await close(before.publishId);
    };
    let asked = '';
    outbox.subscribe(({ files, wishes }, before) => {
      // Names alone are checked once, whatever the upload progress.
      const now = isAllThere(files) ? namesOf(files) : pathsOf(files).join();
      if (now !== asked) {
        asked = now;
        void recognise();
      }
      if (wishes.filter(isDone).length > before.wishes.filter(isDone).length) void listEarlier();
    });
    return {
      load: () =>
        whileAlive(async (signal) => {
          const facets = api.call('filters', {}, { signal }).then(
            ({ categories }) => set({ categories: categories.map(({ name }) => name) }),
            () => {}, // suggestions only
          );
          await outbox.getState().load();
          await Promise.all([facets, listEarlier()]);
        }),
      discard: (relativePaths: readonly string[]) =>
        whileAlive(async () => {
          forgetTyped(relativePaths);
          await outbox.getState().remove(relativePaths);
        }),
      setOneModel(isOneModel: boolean) {
        set({ isOneModel });
        void recognise();
      },
      setGuid: (model: FoundModel, guid: string | null) =>
        set({ guids: { ...get().guids, [keyOf(model)]: guid ?? '' } }),
      type(model: FoundModel, typed: Partial<Values>) {
        const before = get().typed;
        say({ ...before, [keyOf(model)]: { ...under(before, model), ...typed } });
      },
      /** Copies the shared fields of one model to all others that have no value yet. */
      spread(model: FoundModel) {
        const from = valuesOf(get(), model);
        const typed = { ...get().typed };
        for (const other of get().found ?? []) {
          const own = valuesOf(get(), other);
          const lacking = sharedFields.filter((field) => own[field].trim() === '');
          typed[keyOf(other)] = {
            ...under(get().typed, other),
            ...Object.fromEntries(lacking.map((field) => [field, from[field]])),
          };
        }
        say(typed);
      },
      /** Publishes the models whose forms are complete, as soon as their files are uploaded. */
      publish: (models: readonly FoundModel[]) =>
        whileAlive(async () => {
          for (const model of models) await publishOne(model);
        }),
      /** Withdraws a wish, or dismisses the note of its result. */
      close: (publishId: string) =>
        whileAlive(async () => {
          const wish = outbox.getState().wishes.find((one) => one.publishId === publishId);
          const model = wish && get().found?.find((one) => wishOf([wish], one) !== undefined);
          if (wish && model) say({ ...get().typed, [keyOf(model)]: valuesOf(get(), model, wish) });
          await outbox.getState().close(publishId);
        }),
      /** Stops everything for another user, and drops the previous user's input. */
      startOver(wasSignedIn: boolean) {
        forget();
        if (wasSignedIn) say({});
        life.abort();
        life = new AbortController();
        asked = '';
        outbox.getState().forget();
        set({ ...draft, earlier: [], error: null });
      },
    };
  });
