import type { Db } from '../base/db/open-database.ts';
import { bringsPicture, findDrawable } from '../catalogue/model/find-drawable.ts';
import type { InventoryFile, Models } from '../catalogue/model/models.ts';
import { AppError } from '../contract/errors.ts';
import type { LibraryFiles } from '../files/library-files.ts';
import { createPassingPool } from '../inspect/passing-pool.ts';
import type { Drawable } from '../inspect/sketch/draw-sketch.ts';

export type Sketch = { readonly tag: string; readonly picture: Buffer; readonly contentType: string };
type Parts = {
  readonly db: Db;
  readonly models: Pick<Models, 'get' | 'files'>;
  readonly libraryFiles: Pick<LibraryFiles, 'locate'>;
  /** Converts a possibly hostile picture to JPEG. */
  readonly shrink: (picture: Buffer) => Promise<Buffer>;
};

const nothing = Buffer.alloc(0);
const passOver = (error: unknown) => {
  if (error instanceof AppError && error.code === 'CORRUPT_FILE') return nothing;
  throw error;
};
/** JPEG if the picture was embedded in a file of the model. */
const typeOf = (picture: Buffer) => (picture[0] === 0xff ? 'image/jpeg' : 'image/webp');

/** How many of a model's files to try. */
const mostTried = 3;

/**
 * Small pictures that stand in for posters until these are rendered, stored in the catalogue. A scan draws the first
 * ones (server/library/scan/draw-pictures.ts); the others are drawn on first request, in a thread without a browser, or
 * are thumbnails embedded in files.
 */
export function openSketches({ db, models, libraryFiles, shrink }: Parts) {
  db.exec('DELETE FROM sketch WHERE NOT EXISTS (SELECT 1 FROM model WHERE model.sketch = sketch.tag)');
  const find = db.prepare<[string], Buffer>('SELECT picture FROM sketch WHERE tag = ?').pluck();
  const keep = db.prepare('INSERT OR REPLACE INTO sketch (tag, picture) VALUES (?, ?)');
  const pool = createPassingPool({ priority: 0 });
  const drawing = new Map<string, Promise<Buffer>>();

  async function drawFile(folder: string, file: InventoryFile): Promise<Buffer> {
    const { format, triangles } = file;
    const place = await libraryFiles.locate({ folder }, file);
    const wish: Drawable = { file: place, format, triangles: triangles ?? 0 };
    if (bringsPicture(format)) {
      const thumbnail = await pool.work('thumbnail', place, wish);
      const picture =
        thumbnail instanceof Uint8Array ? await shrink(Buffer.from(thumbnail)).catch(passOver) : nothing;
      if (picture.length > 0) return picture;
    }
    const drawn = await pool.work('sketch', place, wish);
    return drawn instanceof Uint8Array ? Buffer.from(drawn) : nothing;
  }

  /** Empty if no file of the model can be drawn. */
  async function draw(folder: string, files: readonly InventoryFile[]): Promise<Buffer> {
    for (const file of findDrawable(files).slice(0, mostTried)) {
      const picture = await drawFile(folder, file);
      if (picture.length > 0) return picture;
    }
    return nothing;
  }

  async function drawAndKeep(tag: string, guid: string): Promise<Buffer> {
    const { id, folder } = models.get(guid);
    const picture = await draw(folder, models.files(id));
    keep.run(tag, picture);
    return picture;
  }

  /** Shares one drawing between concurrent requests. */
  function drawOnce(tag: string, guid: string): Promise<Buffer> {
    const running = drawing.get(tag);
    if (running !== undefined) return running;
    const started = drawAndKeep(tag, guid).finally(() => drawing.delete(tag));
    drawing.set(tag, started);
    return started;
  }

  return {
    /** Null if there is nothing to see. Throws MODEL_NOT_FOUND, or the error that keeps the files from being read. */
    async of(guid: string): Promise<Sketch | null> {
      const { sketch: tag } = models.get(guid);
      if (tag === null) return null;
      const picture = find.get(tag) ?? (await drawOnce(tag, guid));
      return picture.length === 0 ? null : { tag, picture, contentType: typeOf(picture) };
    },
    close: pool.close,
  };
}
export type Sketches = ReturnType<typeof openSketches>;
