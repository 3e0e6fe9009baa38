import {
  Box3,
  BoxGeometry,
  DataTexture,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  WebGLRenderer,
} from 'three';
import { AppError } from '../../server/contract/errors.ts';
import { createStage, type Stage } from '../studio/stage.ts';
import { t } from '../text/text.ts';
import { startReader } from './read-in-worker.ts';

/** What every view needs. */
export type ViewKit = {
  readonly renderer: WebGLRenderer;
  readonly stage: Stage;
  /** Reads the first model. */
  readonly reader: Worker;
  readonly theme: Theme;
};
type Theme = 'light' | 'dark';

/** Milliseconds until an unused kit is released. */
const spareLife = 30_000;

/** Throws UNAVAILABLE if there is no WebGL. */
function createViewRenderer(): WebGLRenderer {
  try {
    return new WebGLRenderer({ antialias: true, alpha: false });
  } catch (cause) {
    throw new AppError('UNAVAILABLE', t('preview.failures.noWebGl'), { cause });
  }
}

/** Releases the graphics context at once, as browsers allow only a few and free them late. */
export function releaseRenderer(renderer: WebGLRenderer): void {
  renderer.domElement.remove();
  renderer.dispose();
  renderer.forceContextLoss();
}

/** Returns the page's theme. */
function readTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  if (theme === 'light' || theme === 'dark') return theme;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

function createKit(): ViewKit {
  const renderer = createViewRenderer();
  const reader = startReader(); // its code loads while the stage is set up
  const theme = readTheme();
  return { renderer, reader, theme, stage: createStage(renderer, theme) };
}

/** Renders a small box, so that the shaders of most models are compiled. */
function warmUp({ renderer, stage }: ViewKit): void {
  const map = new DataTexture(new Uint8Array(4), 1, 1);
  for (const material of [new MeshStandardMaterial(), new MeshStandardMaterial({ map })]) {
    const model = new Mesh(new BoxGeometry(), material);
    const camera = new PerspectiveCamera();
    camera.position.set(2, 2, 2);
    camera.lookAt(model.position);
    stage.place(model, { camera, box: new Box3().setFromObject(model) });
    renderer.render(stage.scene, camera);
  }
  stage.clear();
}

let spare: { readonly kit: ViewKit; readonly timer: ReturnType<typeof setTimeout> } | null = null;

function takeSpare(): ViewKit | null {
  if (spare === null) return null;
  const { kit, timer } = spare;
  clearTimeout(timer);
  spare = null;
  return kit;
}

function release({ renderer, stage, reader }: ViewKit): void {
  reader.terminate();
  stage.release();
  releaseRenderer(renderer);
}

/** Prepares a kit for a view that the user is about to open. */
export function prepareView(): void {
  if (spare !== null) return;
  const kit = createKit();
  const drop = () => {
    if (spare?.kit !== kit) return; // already in use
    takeSpare();
    release(kit);
  };
  kit.reader.addEventListener('error', drop, { once: true });
  spare = { kit, timer: setTimeout(drop, spareLife) };
  warmUp(kit);
}

/** Returns the prepared kit, or a new one if none fits. Throws UNAVAILABLE if there is no WebGL. */
export function takeKit(): ViewKit {
  const kit = takeSpare();
  if (kit === null) return createKit();
  if (kit.theme === readTheme() && !kit.renderer.getContext().isContextLost()) return kit;
  release(kit);
  return createKit();
}
