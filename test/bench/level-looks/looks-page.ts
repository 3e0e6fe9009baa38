import type { Object3D } from 'three';
import { posterTurn } from '../../../server/contract/limits.ts';
import type { PosterCandidate } from '../../../server/contract/posters.ts';
import { loadModel } from '../../../src-renderer/posters/load-model.ts';
import { createStudio } from '../../../src-renderer/posters/studio.ts';
import { type Frame, frameModel } from '../../../src-renderer/studio/frame-model.ts';
import { mendOrder } from '../../../src-renderer/studio/mend-order.ts';
import { prepareModel } from '../../../src-renderer/studio/prepare-model.ts';
import { releaseModel } from '../../../src-renderer/studio/release-model.ts';
import { type Picture, ssim } from './ssim.ts';

/** The pictures that turn a model are drawn so small, which shows differences of form and colour all the same. */
const side = posterTurn.pixels;
const sides = [
  { azimuth: 0, elevation: 0 },
  { azimuth: 90, elevation: 0 },
  { azimuth: 180, elevation: 0 },
  { azimuth: -90, elevation: 0 },
  { azimuth: 0, elevation: 90 },
  { azimuth: 0, elevation: -90 },
];
const studio = createStudio();

function createCanvas(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The browser gives no canvas to draw on.');
  return context;
}

async function open(candidate: PosterCandidate): Promise<Object3D> {
  const loaded = await loadModel(candidate, studio.renderer);
  mendOrder(loaded.root);
  return prepareModel(loaded);
}

/** Six pictures, on grey. Throws where the renderer takes minutes. */
function drawAll(model: Object3D, frames: readonly Frame[]): Picture[] {
  const [first] = frames;
  const cameras = frames.map(({ camera }) => camera);
  const strip = first && studio.drawTurn({ model, box: first.box, cameras, milliseconds: 300_000 });
  if (!strip) throw new Error('Drawing it takes too long.');
  const context = createCanvas(strip.width, strip.height);
  context.fillStyle = 'gray';
  context.fillRect(0, 0, strip.width, strip.height);
  context.drawImage(strip, 0, 0);
  return cameras.map((_, at) => ({ side, data: context.getImageData(at * side, 0, side, side).data }));
}

/** Six pictures of the source above those of its level, as a PNG's address. */
function showBoth(rows: readonly (readonly Picture[])[]): string {
  const context = createCanvas(side * sides.length, side * rows.length);
  for (const [row, pictures] of rows.entries())
    for (const [column, { data }] of pictures.entries())
      context.putImageData(new ImageData(new Uint8ClampedArray(data), side, side), column * side, row * side);
  return context.canvas.toDataURL('image/png');
}

/**
 * Draws a source and its levels from six sides, by the cameras of the source: per level the mean SSIM of the six and a
 * PNG of both. Rejects when a file cannot be read.
 */
async function compareLooks(source: PosterCandidate, levels: readonly PosterCandidate[]) {
  const model = await open(source);
  const frames = sides.map((one) => frameModel(model, one));
  const wanted = drawAll(model, frames);
  releaseModel(model);
  const looks: { likeness: number; picture: string }[] = [];
  for (const level of levels) {
    const made = await open(level);
    frameModel(made);
    const found = drawAll(made, frames);
    releaseModel(made);
    const values = wanted.map((picture, at) => ssim(picture, found[at] ?? picture));
    const likeness = values.reduce((sum, value) => sum + value, 0) / values.length;
    looks.push({ likeness, picture: showBoth([wanted, found]) });
  }
  return looks;
}

Object.assign(window, { compareLooks });
