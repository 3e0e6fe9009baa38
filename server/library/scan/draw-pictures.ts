import { throwIfExhausted } from '../../base/storage/storage-fault.ts';
import { bringsPicture, findDrawable } from '../../catalogue/model/find-drawable.ts';
import { drawSketch } from '../../inspect/sketch/draw-sketch.ts';
import type { ModelDraft } from '../corrections/edits.ts';
import { joinPath } from './folders/look-at-files.ts';
import { diskOf, type Picture, type Visited, type VisitJob } from './visit.ts';

/** About two screens of cards. Other models' pictures are drawn on request. */
const mostPictures = 24;
/** Larger files are drawn on request as well. */
const mostBytes = 16 * 1024 * 1024;
/** Replaces the name of the file being read: losing a thread while drawing says nothing about the file. */
const drawing = '//drawing';

/** Counts down the pictures left to draw in one scan, across all threads. */
export const createPictureRoom = () =>
  new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)).fill(mostPictures);

async function drawPicture(job: VisitJob, { folder, files, sketch }: ModelDraft): Promise<Picture | null> {
  const [file] = findDrawable(files);
  if (!file || !sketch || bringsPicture(file.format) || file.sizeBytes > mostBytes) return null;
  if (Atomics.sub(job.pictureRoom, 0, 1) <= 0) return null;
  const place = diskOf(job, file.place ?? joinPath(folder, file.relativePath));
  const drawn = await drawSketch({ file: place, format: file.format, triangles: file.triangles ?? 0 }).catch(
    throwIfExhausted,
  );
  return drawn ? { tag: sketch, picture: drawn } : null;
}

/** Draws small pictures of the models in a folder that is read for the first time. */
export async function drawPictures(
  job: VisitJob,
  visited: Visited,
  onFile: (relativePath: string) => void,
): Promise<readonly Picture[]> {
  const isFull = Atomics.load(job.pictureRoom, 0) <= 0;
  if (isFull || job.known !== null || Object.hasOwn(job.distrusted, drawing)) return [];
  if (visited.kind !== 'model' && visited.kind !== 'models') return [];
  const drafts = visited.kind === 'model' ? [visited.draft] : visited.drafts.map(({ draft }) => draft);
  onFile(drawing);
  const pictures: Picture[] = [];
  for (const draft of drafts) {
    const picture = draft && (await drawPicture(job, draft));
    if (picture) pictures.push(picture);
  }
  return pictures;
}
