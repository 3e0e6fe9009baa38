import { createStore, type StoreApi } from 'zustand/vanilla';
import { AppError } from '../../../server/contract/errors.ts';
import { toAppError } from '../../errors/describe-error.ts';
import { t } from '../../text/text.ts';
import type { Progress } from '../../viewer/reading/fetch-model-file.ts';
import type { ViewCommand } from '../../viewer/view-command.ts';
import type { OpenViewer, Viewer } from '../../viewer/viewer.ts';

export type PreviewState = {
  readonly status: 'picture' | 'loading' | 'shown' | 'failed';
  readonly progress: Progress;
  readonly error: AppError | null;
  readonly triangles: number;
  /** Names of the model's animations. */
  readonly clips: readonly string[];
  readonly clip: number;
  readonly isWireframe: boolean;
  readonly isClay: boolean;
  readonly isPlaying: boolean;
};
export type PreviewActions = {
  /** Loads a GLB and shows it in an element. */
  open(address: string, host: HTMLElement): void;
  /** Goes back to the picture, also while the model is on its way. */
  close(): void;
  perform(command: ViewCommand): void;
  toggleWireframe(): void;
  toggleClay(): void;
  togglePlaying(): void;
  chooseClip(index: number): void;
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
  triangles: 0,
  clips: [],
  clip: 0,
  isWireframe: false,
  isClay: false,
  isPlaying: false,
};

export function createPreviewStore({ loadViewer, isStill }: Options): PreviewStore {
  return createStore<PreviewState & PreviewActions>()((set, get) => {
    let life = new AbortController();
    let viewer: Viewer | null = null;

    const end = () => {
      life.abort();
      viewer?.close();
      viewer = null;
    };
    const load = async (address: string, host: HTMLElement, { signal }: AbortController) => {
      const whileOpen =
        <Value>(change: (value: Value) => void) =>
        (value: Value) => {
          if (!signal.aborted) change(value);
        };
      const fail = whileOpen((error: unknown) => {
        viewer = null;
        set({ ...picture, status: 'failed', error: toAppError(error) });
      });
      const show = (opened: Viewer) => {
        if (signal.aborted) return opened.close();
        viewer = opened;
        const { triangles, clips } = opened;
        set({ ...picture, status: 'shown', triangles, clips });
      };
      try {
        const openViewer = await loadViewer().catch((cause: unknown) => {
          throw new AppError('UNAVAILABLE', t('preview.failures.noCode'), { cause });
        });
        signal.throwIfAborted();
        const onProgress = whileOpen((progress: Progress) => set({ progress }));
        show(await openViewer({ address, host, signal, isStill: isStill(), onProgress, onLost: fail }));
      } catch (error) {
        fail(error);
      }
    };
    const toggle =
      (name: 'isWireframe' | 'isClay' | 'isPlaying', apply: (viewer: Viewer) => (isOn: boolean) => void) =>
      () => {
        if (viewer === null) return;
        const isOn = !get()[name];
        apply(viewer)(isOn);
        set({ [name]: isOn });
      };

    return {
      ...picture,
      open(address, host) {
        end();
        life = new AbortController();
        set({ ...picture, status: 'loading' });
        void load(address, host, life);
      },
      close() {
        end();
        if (get().status !== 'picture') set(picture);
      },
      perform: (command) => viewer?.perform(command),
      toggleWireframe: toggle('isWireframe', ({ setWireframe }) => setWireframe),
      toggleClay: toggle('isClay', ({ setClay }) => setClay),
      togglePlaying: toggle('isPlaying', ({ setPlaying }) => setPlaying),
      chooseClip(clip) {
        viewer?.chooseClip(clip);
        set({ clip });
      },
    };
  });
}
