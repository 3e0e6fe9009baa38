import { createStore, type StoreApi } from 'zustand/vanilla';
import { AppError } from '../../../server/contract/errors.ts';
import type { Lod } from '../../../server/contract/limits.ts';
import type { PosterView } from '../../../server/contract/posters.ts';
import { toAppError } from '../../errors/describe-error.ts';
import { t } from '../../text/text.ts';
import { type Look, plainLook } from '../../viewer/look.ts';
import type { Progress } from '../../viewer/reading/fetch-model-file.ts';
import type { ViewCommand } from '../../viewer/view-command.ts';
import type { OpenViewer, ShownModel, Viewer } from '../../viewer/viewer.ts';
import type { ViewSource } from './view-source.ts';

/** A topology among others. */
type Compared = { readonly lod: Lod; readonly triangles: number };

export type PreviewState = {
  readonly status: 'picture' | 'loading' | 'shown' | 'failed';
  readonly progress: Progress;
  readonly error: AppError | null;
  /** The topology that is shown, or on its way to be the first. */
  readonly lod: Lod | null;
  /** Another topology that is on its way, while the one before is shown. */
  readonly next: Lod | null;
  readonly shown: ShownModel | null;
  /** All topologies that are seen next to each other, in their order; none while there is one alone. */
  readonly compared: readonly Compared[];
  /** Whether more of them are on their way. */
  readonly isComparing: boolean;
  readonly clip: number;
  readonly isPlaying: boolean;
  readonly look: Look;
  /** Between the two points that were chosen last. */
  readonly measured: number | null;
};
type PreviewActions = {
  /** Loads a model and shows it in an element, from a place if one is given. */
  open(source: ViewSource, host: HTMLElement, place?: string): void;
  /** Shows another topology as soon as it is there; the one before stays until then, or where this fails. */
  change(source: ViewSource): void;
  /** Shows these topologies next to each other, in this order, with the one that is shown among them; none: that one alone. */
  compare(sources: readonly ViewSource[]): void;
  /** Goes back to the picture, also while the model is on its way. */
  close(): void;
  perform(command: ViewCommand): void;
  setLook(part: Partial<Look>): void;
  togglePlaying(): void;
  chooseClip(index: number): void;
  /** Null while nothing is shown. */
  takePicture(): Promise<Blob> | null;
  readPlace(): string | null;
  /** From which side a poster would show the same. */
  readSide(): PosterView | null;
};
export type PreviewStore = StoreApi<PreviewState & PreviewActions>;

type Options = {
  /** Loads the code of the viewer, which is large. */
  readonly loadViewer: () => Promise<OpenViewer>;
  /** Whether the person asked for less motion. */
  readonly isStill: () => boolean;
};

const picture: PreviewState = {
  status: 'picture',
  progress: { received: 0, total: null },
  error: null,
  lod: null,
  next: null,
  shown: null,
  compared: [],
  isComparing: false,
  clip: 0,
  isPlaying: false,
  look: plainLook,
  measured: null,
};

/** A map that the other topology lacks is not looked at any longer. */
const fitLook = (look: Look, { surfaces, isMetric, canExplode }: ShownModel): Look => ({
  ...look,
  surface: surfaces.includes(look.surface) ? look.surface : 'materials',
  hasPerson: look.hasPerson && isMetric,
  isExploded: look.isExploded && canExplode,
});

export function createPreviewStore({ loadViewer, isStill }: Options): PreviewStore {
  return createStore<PreviewState & PreviewActions>()((set, get) => {
    let life = new AbortController();
    let changing = new AbortController();
    let viewer: Viewer | null = null;

    const end = () => {
      life.abort();
      changing.abort();
      viewer?.close();
      viewer = null;
    };
    type Opening = {
      readonly source: ViewSource;
      readonly host: HTMLElement;
      readonly place: string | undefined;
    };
    const load = async ({ source, host, place }: Opening, { signal }: AbortController) => {
      const whileOpen =
        <Value>(change: (value: Value) => void) =>
        (value: Value) => {
          if (!signal.aborted) change(value);
        };
      const fail = whileOpen((error: unknown) => {
        viewer = null;
        changing.abort();
        set({ ...picture, status: 'failed', error: toAppError(error) });
      });
      const show = (opened: Viewer) => {
        if (signal.aborted) return opened.close();
        viewer = opened;
        set({ ...picture, status: 'shown', lod: source.lod, shown: opened.shown });
      };
      try {
        const openViewer = await loadViewer().catch((cause: unknown) => {
          throw new AppError('UNAVAILABLE', t('preview.failures.noCode'), { cause });
        });
        signal.throwIfAborted();
        const onProgress = whileOpen((progress: Progress) => set({ progress }));
        const onMeasure = whileOpen((measured: number | null) => set({ measured }));
        const options = {
          source,
          host,
          place,
          signal,
          isStill: isStill(),
          onProgress,
          onMeasure,
          onLost: fail,
        };
        show(await openViewer(options));
      } catch (error) {
        fail(error);
      }
    };
    const change = async (source: ViewSource, { signal }: AbortController) => {
      try {
        const shown = await viewer?.show({ source, signal, onProgress: () => undefined });
        if (signal.aborted || !shown || !viewer) return;
        const look = fitLook(get().look, shown);
        viewer.setLook(look);
        set({ lod: source.lod, next: null, shown, clip: 0, isPlaying: false, look, error: null });
      } catch (error) {
        if (!signal.aborted) set({ next: null, error: toAppError(error) });
      }
    };
    /** One after the other, the lightest first; one that fails leaves those that are there. */
    const addAll = async (sources: readonly ViewSource[], { signal }: AbortController) => {
      try {
        for (const [at, source] of sources.entries()) {
          if (source.lod === get().lod) continue;
          const added = await viewer?.showBeside({ source, at, signal, onProgress: () => undefined });
          if (signal.aborted || !added) return;
          const { compared } = get();
          const one = { lod: source.lod, triangles: added.triangles };
          set({ compared: compared.toSpliced(Math.min(at, compared.length), 0, one) });
        }
        set({ isComparing: false });
      } catch (error) {
        if (!signal.aborted) set({ isComparing: false, error: toAppError(error) });
      }
    };

    return {
      ...picture,
      open(source, host, place) {
        end();
        life = new AbortController();
        set({ ...picture, status: 'loading', lod: source.lod });
        void load({ source, host, place }, life);
      },
      change(source) {
        if (get().status !== 'shown' || get().next === source.lod) return;
        get().compare([]);
        changing = new AbortController();
        if (get().lod === source.lod) return set({ next: null });
        set({ next: source.lod });
        void change(source, changing);
      },
      compare(sources) {
        const { lod, shown, status } = get();
        if (status !== 'shown' || lod === null || shown === null) return;
        changing.abort();
        changing = new AbortController();
        viewer?.showAlone();
        const isComparing = sources.length > 1;
        const compared = isComparing ? [{ lod, triangles: shown.triangles }] : [];
        set({ compared, isComparing, next: null, measured: null, error: null });
        if (isComparing) void addAll(sources, changing);
      },
      close() {
        end();
        if (get().status !== 'picture') set(picture);
      },
      perform: (command) => viewer?.perform(command),
      setLook(part) {
        if (viewer === null) return;
        const look = { ...get().look, ...part };
        viewer.setLook(look);
        set({ look });
      },
      togglePlaying() {
        if (viewer === null) return;
        const isPlaying = !get().isPlaying;
        viewer.setPlaying(isPlaying);
        set({ isPlaying });
      },
      chooseClip(clip) {
        viewer?.chooseClip(clip);
        set({ clip });
      },
      takePicture: () => viewer?.takePicture() ?? null,
      readPlace: () => viewer?.readPlace() ?? null,
      readSide: () => viewer?.readSide() ?? null,
    };
  });
}
