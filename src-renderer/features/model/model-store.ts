import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ModelDetails, ModelRecord } from '../../../server/contract/discovery.ts';
import type { AppError } from '../../../server/contract/errors.ts';
import type { Lod } from '../../../server/contract/limits.ts';
import type { CatalogueApi } from '../../api/api.ts';
import { askUntilIndexed } from '../../api/ask-until-indexed.ts';
import { toAppError } from '../../errors/describe-error.ts';
import { findModelBySegment } from './find-model.ts';

export type ModelAddress = {
  /** What the address names: a guid, or `{guid}-{slug}`. */
  readonly segment: string;
  /** Known when the person came from a list of models. */
  readonly guid: string | null;
};

export type Pricing = {
  readonly priceUsd: number;
  readonly unlocked: boolean;
  readonly balanceUsd: number;
};

export type ModelState = {
  readonly address: ModelAddress | null;
  readonly status: 'loading' | 'ready' | 'failed';
  readonly details: ModelDetails | null;
  readonly error: AppError | null;
  /** Null while signed out or not answered yet. */
  readonly pricing: Pricing | null;
  /** Others like it, most alike first; none before they are known. */
  readonly similar: readonly ModelRecord[];
  /** Kept from model to model: an artist who takes 10k FBX takes it again. */
  readonly preferredLod: Lod | null;
  readonly preferredFormat: string | null;
};

type ModelActions = {
  open(address: ModelAddress): void;
  reload(): void;
  refreshPricing(): void;
  chooseLod(lod: Lod): void;
  chooseFormat(format: string): void;
};
export type ModelStore = StoreApi<ModelState & ModelActions>;

type Options = {
  readonly api: CatalogueApi;
  /** Null for a person who is signed out. */
  readonly loadPricing: (guid: string) => Promise<Pricing | null>;
};

/** Two rows of cards. */
const similarShown = 8;

export function createModelStore({ api, loadPricing }: Options): ModelStore {
  return createStore<ModelState & ModelActions>()((set, get) => {
    const isCurrent = (address: ModelAddress) => get().address === address;

    const refreshPricing = async () => {
      const guid = get().details?.guid;
      if (guid === undefined) return;
      const pricing = await loadPricing(guid).catch(() => null);
      if (get().details?.guid === guid) set({ pricing });
    };
    /** A person who cannot see others still sees this one, so a failure here is not told. */
    const loadSimilar = async (guid: string) => {
      const isWanted = () => get().details?.guid === guid;
      const ask = () => api.call('similar', { guid, limit: similarShown });
      const { results } = await askUntilIndexed(ask, { isWanted });
      if (isWanted()) set({ similar: results });
    };
    const load = async (address: ModelAddress) => {
      const { guid, segment } = address;
      try {
        const details =
          guid === null ? await findModelBySegment(api, segment) : await api.call('model', { guid });
        if (!isCurrent(address)) return;
        set({ status: 'ready', details, error: null });
        loadSimilar(details.guid).catch(() => undefined);
        await refreshPricing();
      } catch (error) {
        if (isCurrent(address)) set({ status: 'failed', error: toAppError(error) });
      }
    };

    return {
      address: null,
      status: 'loading',
      details: null,
      error: null,
      pricing: null,
      similar: [],
      preferredLod: null,
      preferredFormat: null,
      open: (address) => {
        set({ address, status: 'loading', details: null, error: null, pricing: null, similar: [] });
        void load(address);
      },
      reload: () => {
        const { address, status } = get();
        if (address === null) return;
        if (status === 'failed') set({ status: 'loading', error: null });
        void load(address);
      },
      refreshPricing: () => void refreshPricing(),
      chooseLod: (preferredLod) => set({ preferredLod }),
      chooseFormat: (preferredFormat) => set({ preferredFormat }),
    };
  });
}
