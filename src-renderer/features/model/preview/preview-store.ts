import { AppError } from '../../../../server/contract/errors.ts';
import type { Lod } from '../../../../server/contract/limits.ts';
import type { PosterView } from '../../../../server/contract/posters.ts';
import { createRemote } from '../../../data/remote.ts';
import { t } from '../../../text/text.ts';
import { type Look, plainLook } from '../../../viewer/look.ts';
import type { Progress } from '../../../viewer/reading/fetch-model-file.ts';
import type { ViewCommand } from '../../../viewer/view-command.ts';
import type { OpenViewer, ShownModel, Viewer } from '../../../viewer/viewer.ts';
import type { ViewSource } from '../store/view-source.ts';

type Compared = { readonly lod: Lod; readonly triangles: number };

type State = {
  readonly status: 'picture' | 'loading' | 'shown' | 'failed';
  readonly progress: Progress;
  /** The topology that is shown, or the first one while it loads. */
  readonly lod: Lod | null;
  /** Another topology that is loading while the previous one is shown. */
  readonly next: Lod | null;
  readonly shown: ShownModel | null;
  /** All topologies shown side by side, in order; empty for a single one. */
  readonly compared: readonly Compared[];
  /** True while more of them are loading. */
  readonly isComparing: boolean;
  readonly clip: number;
  readonly isPlaying: boolean;
  readonly look: Look;
  /** The distance between the last two selected points. */
  readonly measured: number | null;
};
export type PreviewStore = ReturnType<typeof createPreviewStore>;
export type PreviewState = ReturnType<PreviewStore['getState']>;

type Options = {
  /** Loads the code of the viewer, which is large. */
  readonly loadViewer: () => Promise<OpenViewer>;
  readonly loadKit: () => Promise<{ readonly prepareView: () => void }>;
  /** True if the user prefers reduced motion. */
  readonly isStill: () => boolean;
};

const picture: State = {
  status: 'picture',
  progress: { received: 0, total: null },
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

/** Resets a surface that the other topology lacks. */
const fitLook = (look: Look, { surfaces, isMetric, canExplode }: ShownModel): Look => ({
  ...look,
  surface: surfaces.includes(look.surface) ? look.surface : 'materials',
  hasPerson: look.hasPerson && isMetric,
  isExploded: look.isExploded && canExplode,
});

export const createPreviewStore = ({ loadViewer, loadKit, isStill }: Options) =>
  createRemote(picture)(({ get, set, take, refuse }) => {
    let life = new AbortController();
    let changing = new AbortController();
    let viewer: Viewer | null = null;
    let isPrepared = false;

    const end = () => {
      life.abort();
      changing.abort();
      viewer?.close();
      viewer = null;
    };
    const openViewer = () =>
      loadViewer().catch((cause: unknown) => {
        throw new AppError('UNAVAILABLE', t('preview.failures.noCode'), { cause });
      });
    /** Runs work until stopped; a later result or failure is discarded. */
    const until = ({ signal }: AbortController, work: () => Promise<Partial<State>>) =>
      take(async () => {
        try {
          const part = await work();
          return signal.aborted ? { error: get().error } : part;
        } catch (error) {
          if (!signal.aborted) throw error;
          return { error: get().error };
        }
      });
    const fail = () => {
      viewer = null;
      changing.abort();
      set({ ...picture, status: 'failed' });
    };
    type Opening = {
      readonly source: ViewSource;
      readonly host: HTMLElement;
      readonly place: string | undefined;
    };
    const load = async ({ source, host, place }: Opening, stopping: AbortController) => {
      const { signal } = stopping;
      const whileOpen =
        <Value>(change: (value: Value) => void) =>
        (value: Value) => {
          if (!signal.aborted) change(value);
        };
      const options = {
        ...{ source, host, place, signal, isStill: isStill() },
        onProgress: whileOpen((progress: Progress) => set({ progress })),
        onMeasure: whileOpen((measured: number | null) => set({ measured })),
        onLost: whileOpen((error: unknown) => {
          fail();
          refuse(error);
        }),
      };
      const isOpen = await until(stopping, async () => {
        const open = await openViewer();
        signal.throwIfAborted();
        const opened = await open(options);
        if (signal.aborted) opened.close();
        else viewer = opened;
        return { ...picture, status: 'shown', lod: source.lod, shown: opened.shown };
      });
      if (!isOpen) fail();
    };
    const change = async (source: ViewSource, stopping: AbortController) => {
      const { signal } = stopping;
      const isDone = await until(stopping, async () => {
        const shown = await viewer?.show({ source, signal, onProgress: () => undefined });
        if (signal.aborted || !shown || !viewer) return { error: get().error };
        const look = fitLook(get().look, shown);
        viewer.setLook(look);
        return { lod: source.lod, next: null, shown, clip: 0, isPlaying: false, look };
      });
      if (!isDone) set({ next: null });
    };
    /** Loads one after another, lightest first; a failure keeps those that have loaded. */
    const addAll = async (sources: readonly ViewSource[], stopping: AbortController) => {
      const { signal } = stopping;
      const isDone = await until(stopping, async () => {
        for (const [at, source] of sources.entries()) {
          if (source.lod === get().lod) continue;
          const added = await viewer?.showBeside({ source, at, signal, onProgress: () => undefined });
          if (signal.aborted || !added) return {};
          const { compared } = get();
          const one = { lod: source.lod, triangles: added.triangles };
          set({ compared: compared.toSpliced(Math.min(at, compared.length), 0, one) });
        }
        return { isComparing: false };
      });
      if (!isDone) set({ isComparing: false });
    };

    /** Shows these topologies side by side, in this order, with the current one; an empty list shows that one alone. */
    const compare = (sources: readonly ViewSource[]) => {
      const { lod, shown, status } = get();
      if (status !== 'shown' || lod === null || shown === null) return;
      changing.abort();
      changing = new AbortController();
      viewer?.showAlone();
      const isComparing = sources.length > 1;
      const compared = isComparing ? [{ lod, triangles: shown.triangles }] : [];
      set({ compared, isComparing, next: null, measured: null, error: null });
      if (isComparing) void addAll(sources, changing);
    };

    return {
      /** Prepares the first view when the pointer comes near. */
      async prepare() {
        if (isPrepared) return;
        isPrepared = true;
        try {
          const [kit] = await Promise.all([loadKit(), loadViewer()]);
          if (get().status === 'picture') kit.prepareView();
        } catch {
          // Opening the view shows the error.
        }
      },
      /** Loads a model and shows it in an element, from a camera position if one is given. */
      open(source: ViewSource, host: HTMLElement, place?: string) {
        end();
        life = new AbortController();
        set({ ...picture, status: 'loading', lod: source.lod, error: null });
        void load({ source, host, place }, life);
      },
      /** Loads another topology and then shows it; the previous one stays until then, or if this fails. */
      change(source: ViewSource) {
        if (get().status !== 'shown' || get().next === source.lod) return;
        compare([]);
        changing = new AbortController();
        if (get().lod === source.lod) return set({ next: null });
        set({ next: source.lod });
        void change(source, changing);
      },
      compare,
      /** Returns to the picture, also while the model is loading. */
      close() {
        end();
        if (get().status !== 'picture') set({ ...picture, error: null });
      },
      perform: (command: ViewCommand) => viewer?.perform(command),
      setLook(part: Partial<Look>) {
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
      chooseClip(clip: number) {
        viewer?.chooseClip(clip);
        set({ clip });
      },
      /** Null while nothing is shown, as are the next two. */
      takePicture: (): Promise<Blob> | null => viewer?.takePicture() ?? null,
      readPlace: (): string | null => viewer?.readPlace() ?? null,
      /** Returns the side from which a poster would look the same. */
      readSide: (): PosterView | null => viewer?.readSide() ?? null,
    };
  });
