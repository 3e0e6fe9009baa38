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

/** A topology among others. */
type Compared = { readonly lod: Lod; readonly triangles: number };

type State = {
  readonly status: 'picture' | 'loading' | 'shown' | 'failed';
  readonly progress: Progress;
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
export type PreviewStore = ReturnType<typeof createPreviewStore>;
export type PreviewState = ReturnType<PreviewStore['getState']>;

type Options = {
  /** Loads the code of the viewer, which is large. */
  readonly loadViewer: () => Promise<OpenViewer>;
  readonly loadKit: () => Promise<{ readonly prepareView: () => void }>;
  /** Whether the person asked for less motion. */
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

/** A map that the other topology lacks is not looked at any longer. */
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
    /** Does work until it is stopped; what comes of it then is dropped, and a failure too. */
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
    /** One after the other, the lightest first; one that fails leaves those that are there. */
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

    /** Shows these topologies next to each other, in this order, with the one that is shown among them; none: that one alone. */
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
      /** Gets ready for the first view as a pointer comes near. */
      async prepare() {
        if (isPrepared) return;
        isPrepared = true;
        try {
          const [kit] = await Promise.all([loadKit(), loadViewer()]);
          if (get().status === 'picture') kit.prepareView();
        } catch {
          // Opening the view says why.
        }
      },
      /** Loads a model and shows it in an element, from a place if one is given. */
      open(source: ViewSource, host: HTMLElement, place?: string) {
        end();
        life = new AbortController();
        set({ ...picture, status: 'loading', lod: source.lod, error: null });
        void load({ source, host, place }, life);
      },
      /** Shows another topology as soon as it is there; the one before stays until then, or where this fails. */
      change(source: ViewSource) {
        if (get().status !== 'shown' || get().next === source.lod) return;
        compare([]);
        changing = new AbortController();
        if (get().lod === source.lod) return set({ next: null });
        set({ next: source.lod });
        void change(source, changing);
      },
      compare,
      /** Goes back to the picture, also while the model is on its way. */
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
      /** Null while nothing is shown, as the next two. */
      takePicture: (): Promise<Blob> | null => viewer?.takePicture() ?? null,
      readPlace: (): string | null => viewer?.readPlace() ?? null,
      /** From which side a poster would show the same. */
      readSide: (): PosterView | null => viewer?.readSide() ?? null,
    };
  });
