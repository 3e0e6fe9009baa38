import { AmbientLight, Scene, WebGLRenderer } from 'three';
import { detectTextureSupport } from '../../../src-renderer/studio/gltf.ts';
import { releaseModel } from '../../../src-renderer/studio/release-model.ts';
import { readInWorker } from '../../../src-renderer/viewer/read-in-worker.ts';
import { unpackModel } from '../../../src-renderer/viewer/unpack-model.ts';

// The viewer without its light room, which takes seconds to make where there is no graphics card, once for all files.
const renderer = new WebGLRenderer();
renderer.setSize(64, 64);
document.body.append(renderer.domElement);
const support = detectTextureSupport(renderer);

/** Does a step that nothing else can interrupt, and says how long it took. */
function time<Result>(steps: string[], name: string, run: () => Result): Result {
  const start = performance.now();
  try {
    return run();
  } finally {
    steps.push(`${name} ${Math.round(performance.now() - start)} ms`);
  }
}

/** Until the graphics card, or what stands in for it, has drawn; meanwhile the page does other things. */
async function waitForDrawing(): Promise<void> {
  const gl = renderer.getContext();
  if (!(gl instanceof WebGL2RenderingContext)) throw new Error('there is no WebGL 2');
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  if (fence === null) throw new Error('the graphics card gives no sign');
  gl.flush();
  while (gl.clientWaitSync(fence, 0, 0) === gl.TIMEOUT_EXPIRED)
    await new Promise((resolve) => setTimeout(resolve, 10));
  gl.deleteSync(fence);
}

async function show(address: string, steps: string[]): Promise<void> {
  const { signal } = new AbortController();
  const source = { address, format: 'glb', relativePath: 'a.glb', siblings: [] };
  const packed = await readInWorker({ source, support, signal, onProgress: () => undefined });
  const { model, frame, loaded } = time(steps, 'unpack', () => unpackModel(packed));
  const scene = new Scene().add(model, new AmbientLight());
  time(steps, 'draw', () => renderer.render(scene, frame.camera));
  const start = performance.now();
  await waitForDrawing();
  steps.push(`drawn after ${Math.round(performance.now() - start)} ms`);
  steps.push(`${renderer.info.render.calls} calls, ${renderer.info.render.triangles} triangles`);
  releaseModel(loaded.root);
  renderer.renderLists.dispose();
}

/** Shows one file; how that went, and for how long the page did nothing else. */
async function fuzz(address: string) {
  let [last, silence] = [performance.now(), 0];
  const steps: string[] = [];
  const beat = () => {
    const now = performance.now();
    silence = Math.max(silence, now - last);
    last = now;
  };
  const timer = setInterval(beat, 20);
  try {
    await show(address, steps);
    beat();
    return { kind: 'shown', reason: steps.join(', '), silence };
  } catch (error) {
    const { code = 'no AppError', message = '' } = Object(error);
    return { kind: 'refused', reason: `${code}: ${message}`, silence };
  } finally {
    clearInterval(timer);
  }
}

Object.assign(window, { fuzz });
