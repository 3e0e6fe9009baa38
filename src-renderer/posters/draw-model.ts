import type { PosterJob } from '../../server/contract/posters.ts';
import { frameModel } from '../studio/frame-model.ts';
import { prepareModel } from '../studio/prepare-model.ts';
import { releaseModel } from '../studio/release-model.ts';
import { loadModel } from './load-model.ts';
import type { Studio } from './studio.ts';

/** Draws the first file of a job that can be read. Throws an Error with what was wrong with each when none can. */
export async function drawModel(job: PosterJob, studio: Studio): Promise<HTMLCanvasElement> {
  const faults: string[] = [];
  for (const candidate of job.candidates) {
    try {
      const loaded = await loadModel(candidate, studio.renderer);
      try {
        const model = prepareModel(loaded);
        const frame = frameModel(model);
        return studio.draw(model, frame);
      } finally {
        releaseModel(loaded.root);
      }
    } catch (error) {
      faults.push(`${candidate.relativePath}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(faults.join(' ') || 'The model has no file that can be drawn.');
}
