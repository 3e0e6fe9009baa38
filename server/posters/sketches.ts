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
  /** Makes a JPEG of a picture that may be hostile. */
  readonly shrink: (picture: Buffer) => Promise<Buffer>;
};

const nothing = Buffer.alloc(0);
const passOver = (error: unknown) => {
  if (error instanceof AppError && error.code === 'CORRUPT_FILE') return nothing;
  throw error;
};
/** JPEG where it was in a file of the model. */
const typeOf = (picture: Buffer) => (picture[0] === 0xff ? 'image/jpeg' : 'image/webp');

/** A file that cannot be drawn is followed by another one of the model. */
const mostTried = 3;

/**
 * Small pictures that stand for posters until they are rendered. A scan draws the first (server/library/scan/draw-pictures.ts),
 * and each other is drawn at its first request, in a thread and without a browser, or is one that a program put into its
 * file. They are kept in the catalogue.
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

  /** Empty where no file of the model can be drawn. */
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

  /** Those who ask at the same time wait for one drawing. */
  function drawOnce(tag: string, guid: string): Promise<Buffer> {
    const running = drawing.get(tag);
    if (running !== undefined) return running;
    const started = drawAndKeep(tag, guid).finally(() => drawing.delete(tag));
    drawing.set(tag, started);
    return started;
  }

  return {
    /** Null where there is nothing to see. Throws MODEL_NOT_FOUND, and what keeps the files from being read. */
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
