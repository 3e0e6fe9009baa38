import { isHidden } from '../base/sight.ts';
import type { HostUrlOf } from '../catalogue/model/model-hosts.ts';
import type { Models } from '../catalogue/model/models.ts';
import { AppError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import { nameOf } from '../contract/relative-path.ts';
import type { LibraryFiles } from '../files/library-files.ts';
import type { Expected, InFolder } from '../files/unchanged-files.ts';
import { type PosterFormat, type PosterStore, posterFileName } from './poster-store.ts';
import { openSketches } from './sketches.ts';

type FoundPoster = {
  readonly isOwn: boolean;
  /** File name for clients. */
  readonly name: string;
  readonly model: InFolder;
  readonly file: Expected;
  readonly contentType: string;
  /** Changes with any of the model's posters. */
  readonly tag: string;
};
export type FindPoster = (guid: string, size: string, format: PosterFormat) => FoundPoster | null;

const contentTypes = { webp: 'image/webp', jpg: 'image/jpeg' } as const;

/** Finds users' own posters first, then rendered ones. */
export function createFindPoster(models: Models, store: PosterStore): FindPoster {
  return (guid, size, format) => {
    if (isHidden(guid)) return null;
    const own = models.poster(guid, size, format === 'jpg');
    if (own !== null) {
      const { sizeBytes, sha256, contentType, tag, place } = own;
      const name = nameOf(own.path);
      const model = { folder: own.path.slice(0, own.path.lastIndexOf('/')) };
      return {
        isOwn: true,
        name,
        model,
        file: { relativePath: name, place, sizeBytes, sha256 },
        contentType,
        tag,
      };
    }
    const rendered = store.find(guid, size, format);
    if (rendered === null) return null;
    const { sizeBytes, sha256, tag } = rendered;
    return {
      isOwn: false,
      name: `${guid}-${size}.${rendered.format}`,
      model: { folder: '' },
      file: { relativePath: posterFileName(sha256, rendered.format), sizeBytes, sha256 },
      contentType: contentTypes[rendered.format],
      tag,
    };
  };
}

type Parts = {
  readonly find: FindPoster;
  readonly hostUrlOf: HostUrlOf;
  readonly libraryFiles: LibraryFiles;
  readonly posterFiles: LibraryFiles;
};

/** A small poster as stored; null if it is missing, unreadable, or on another host. */
function createReadPoster({ find, hostUrlOf, libraryFiles, posterFiles }: Parts) {
  return async (guid: string) => {
    const found = hostUrlOf(guid) === null ? find(guid, 'small', 'webp') : null;
    if (found === null) return null;
    const { isOwn, model, file, contentType } = found;
    try {
      const handle = await (isOwn ? libraryFiles : posterFiles).open(model, file);
      try {
        return { data: await handle.readFile(), contentType };
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  };
}

type Picture = { readonly data: Buffer; readonly contentType: string };

/** Shrinks pictures that are too large for agents. */
export const createReadPreview =
  (read: (guid: string) => Promise<Picture | null>, shrink: (picture: Buffer) => Promise<Buffer>) =>
  async (guid: string): Promise<Picture | null> => {
    const picture = await read(guid);
    if (picture === null || picture.data.length <= limits.mcp.previewBytes) return picture;
    try {
      return { data: await shrink(picture.data), contentType: 'image/jpeg' };
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  };

export function openReaders(parts: Parts & Parameters<typeof openSketches>[0]) {
  const read = createReadPoster(parts);
  const sketches = openSketches(parts);
  const show = async (guid: string) => {
    const poster = await read(guid);
    if (poster !== null || parts.hostUrlOf(guid) !== null) return poster;
    // The caller still has the model's details without a sketch.
    const sketch = await sketches.of(guid).catch(() => null);
    return sketch && { data: sketch.picture, contentType: sketch.contentType };
  };
  return { read, show, sketches };
}
