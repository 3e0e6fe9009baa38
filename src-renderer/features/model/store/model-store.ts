import type { ModelDetails, ModelRecord } from '../../../../server/contract/catalogue/discovery.ts';
import { AppError } from '../../../../server/contract/errors.ts';
import type { Lod } from '../../../../server/contract/limits.ts';
import type { CatalogueApi } from '../../../api/api.ts';
import { askUntilIndexed } from '../../../api/ask-until-indexed.ts';
import { createRemote } from '../../../data/remote.ts';
import { readStoredText, writeStored } from '../../../data/stored-value.ts';
import { findGuidCandidates } from '../../../lib/model-path.ts';
import { t } from '../../../text/text.ts';

export type ModelAddress = {
  /** The model in the address: a guid, or `{guid}-{slug}`. */
  readonly segment: string;
  /** Known if the user came from a list of models. */
  readonly guid: string | null;
};

export type Pricing = {
  readonly priceUsd: number;
  readonly unlocked: boolean;
  readonly balanceUsd: number;
};

type State = {
  readonly address: ModelAddress | null;
  readonly status: 'loading' | 'ready' | 'failed';
  readonly details: ModelDetails | null;
  /** Null if signed out or not loaded yet. */
  readonly pricing: Pricing | null;
  /** Similar models, most similar first; empty until loaded. */
  readonly similar: readonly ModelRecord[];
  /** Kept across models, as an artist who downloads 10k FBX usually wants it again. */
  readonly preferredLod: Lod | null;
  readonly preferredFormat: string | null;
};

export type ModelStore = ReturnType<typeof createModelStore>;
export type ModelState = ReturnType<ModelStore['getState']>;

type Options = {
  readonly api: CatalogueApi;
  /** Null if signed out. */
  readonly loadPricing: (guid: string) => Promise<Pricing | null>;
};

/** Two rows of cards. */
const similarShown = 8;

const noModel = { details: null, pricing: null, similar: [] };
const initial: State = {
  ...{ ...noModel, address: null, status: 'loading', preferredLod: null, preferredFormat: null },
};
const formatName = 'lodestock.format';

export const createModelStore = ({ api, loadPricing }: Options) =>
  createRemote({ ...initial, preferredFormat: readStoredText(formatName) })(({ get, set, ask }) => {
    const refreshPricing = async () => {
      const guid = get().details?.guid;
      if (guid === undefined) return;
      const pricing = await loadPricing(guid).catch(() => null);
      if (get().details?.guid === guid) set({ pricing });
    };
    /** The page works without similar models, so a failure is not shown. */
    const loadSimilar = async (guid: string) => {
      const isWanted = () => get().details?.guid === guid;
      const ask = () => api.call('similar', { guid, limit: similarShown });
      const { results } = await askUntilIndexed(ask, { isWanted });
      if (isWanted()) set({ similar: results });
    };
    const load = async (address: ModelAddress) => {
      const { guid, segment } = address;
      const isCurrent = () => get().address === address;
      const isLoaded = await ask(async () => ({
        details: guid === null ? await findModelBySegment(api, segment) : await api.call('model', { guid }),
        status: 'ready',
      }));
      const { details, error } = get();
      if (!isCurrent()) return;
      if (error !== null) set({ status: 'failed' });
      if (!isLoaded || details === null) return;
      loadSimilar(details.guid).catch(() => undefined);
      await refreshPricing();
    };

    return {
      open(address: ModelAddress) {
        set({ ...noModel, address, status: 'loading', error: null });
        void load(address);
      },
      /** Sets a model whose files are offered outside its own page. */
      show(details: ModelDetails) {
        set({ ...noModel, details, address: null, status: 'ready', error: null });
        void refreshPricing();
      },
      reload() {
        const { address, status } = get();
        if (address === null) return;
        if (status === 'failed') set({ status: 'loading', error: null });
        void load(address);
      },
      refreshPricing: () => void refreshPricing(),
      chooseLod: (preferredLod: Lod) => set({ preferredLod }),
      chooseFormat: (preferredFormat: string) => set({ preferredFormat }),
      /** Stores the format of the last downloaded file for the next visit. */
      keepFormat: (format: string) => writeStored(formatName, format),
    };
  });

/** Finds the model of an address `{guid}-{slug}`, whose guid can contain hyphens itself. */
export async function findModelBySegment(api: CatalogueApi, segment: string): Promise<ModelDetails> {
  let nearest: ModelDetails | null = null;
  for (const { guid, isCertain } of findGuidCandidates(segment)) {
    const details = await askFor(api, guid);
    if (details === null) continue;
    if (isCertain || guid === segment || details.modelPageUrl.endsWith(`/${segment}`)) return details;
    nearest ??= details;
  }
  if (nearest !== null) return nearest;
  throw new AppError('MODEL_NOT_FOUND', t('failures.noModel', { name: segment }));
}

async function askFor(api: CatalogueApi, guid: string): Promise<ModelDetails | null> {
  try {
    return await api.call('model', { guid });
  } catch (error) {
    const isOtherGuid =
      error instanceof AppError && (error.code === 'MODEL_NOT_FOUND' || error.code === 'INVALID_INPUT');
    if (isOtherGuid) return null;
    throw error;
  }
}
