import { posterTurn } from '../../server/contract/limits.ts';
import type { PosterJob } from '../../server/contract/posters.ts';
import { frameModel, frameTurn } from '../studio/frame-model.ts';
import { isAllClay } from '../studio/is-all-clay.ts';
import { mendOrder } from '../studio/mend-order.ts';
import { prepareModel } from '../studio/prepare-model.ts';
import { releaseModel } from '../studio/release-model.ts';
import { encodePictures, encodeTurn } from './encode-pictures.ts';
import { loadModel } from './load-model.ts';
import type { PictureTexts } from './server-calls.ts';
import type { Studio } from './studio.ts';

/** Share of a job's time: a model that takes longer gets only its poster. */
const partForTurn = 4;
const side = 256;
/** Share of a picture; even thin things such as a ladder cover more. */
const leastCovered = 0.01;

/** Throws if a picture is nearly empty, and so not a poster. */
function requireVisible(canvas: HTMLCanvasElement): void {
  const context = new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The browser gives no canvas to draw on.');
  context.drawImage(canvas, 0, 0, side, side);
  const { data } = context.getImageData(0, 0, side, side);
  let covered = 0;
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) > 96) covered += 1;
  if (covered < leastCovered * side * side) throw new Error('hardly anything of it can be seen');
}

/** Renders the first readable file of a job. If there is none, throws an Error with the fault of each. */
export async function drawModel(job: PosterJob, studio: Studio): Promise<PictureTexts> {
  const faults: string[] = [];
  for (const candidate of job.candidates) {
    try {
      const loaded = await loadModel(candidate, studio.renderer);
      try {
        mendOrder(loaded.root);
        const model = prepareModel(loaded);
        const frame = frameModel(model, job.view);
        const canvas = studio.draw(model, frame);
        requireVisible(canvas);
        const pictures = { ...encodePictures(canvas), isClay: isAllClay(model) };
        if (!job.isTurned) return pictures;
        const turn = studio.drawTurn({
          ...{ model, box: frame.box, cameras: frameTurn(frame, posterTurn.views) },
          milliseconds: job.timeoutMs / partForTurn,
        });
        return turn === null ? pictures : { ...pictures, turn: encodeTurn(turn) };
      } finally {
        releaseModel(loaded.root);
      }
    } catch (error) {
      faults.push(`${candidate.relativePath}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(faults.join(' ') || 'The model has no file that can be drawn.');
}
