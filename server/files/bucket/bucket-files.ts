import { open } from 'node:fs/promises';
import path from 'node:path';
import { type BucketClient, createBucketClient } from '../../base/bucket/bucket-client.ts';
import { mountLibrary } from '../../base/bucket/library-disk.ts';
import { type FoundObject, openListing } from '../../base/bucket/listing.ts';
import { codeOf } from '../../base/storage/storage-fault.ts';
import { type BucketSettings, rootOf } from '../../config/bucket.ts';
import type { FileStamps } from '../file-stamps.ts';
import { changedFile, type LibraryFiles, unconfirmed } from '../library-files.ts';
import type { LibraryPlaces } from '../library-places.ts';
import type { Lease, OpenFiles } from '../serving/open-files.ts';
import { changed, type Expected, type InFolder, placeOf, stampOf } from '../unchanged-files.ts';
import { createKeptObjects } from './kept-objects.ts';
import { createObjectReader } from './object-reader.ts';

/** Files of a bucket library. Files outside the bucket are read from disk. */
export type BucketFiles = {
  readonly client: Pick<BucketClient, 'open'>;
  /** Whether a file is in the bucket, rather than in the data folder. */
  readonly holds: (model: InFolder, file: Expected) => boolean;
  /** The object at a path below the root, if it has this stamp; null if it is not in the bucket. */
  readonly findAt: (place: string, stamp: bigint) => FoundObject | null;
  readonly isAt: (place: string) => boolean;
  /** A signed address of the file, valid for a minute. Throws FILE_HOST_UNAVAILABLE if the object has changed. */
  readonly presign: (model: InFolder, file: Expected) => { readonly address: string; readonly etag: string };
  /** The same as a full URL, for a client that checks what it receives. */
  readonly presignWhole: (model: InFolder, file: Expected) => string;
  readonly over: (libraryFiles: LibraryFiles) => LibraryFiles;
  readonly overOpen: (openFiles: OpenFiles) => OpenFiles;
  readonly close: () => void;
};

type Parts = {
  readonly settings: BucketSettings;
  readonly places: LibraryPlaces;
  readonly stamps: FileStamps;
};

/** Serves files of a bucket: exactly the objects that the inventory was read from, or nothing. */
export function openBucketFiles({ settings, places, stamps }: Parts): BucketFiles {
  const root = rootOf(settings);
  const client = createBucketClient(settings);
  const listing = openListing(settings);
  const kept = createKeptObjects({ folder: path.join(settings.folder, 'kept'), client });
  // Metadata only: this thread must not wait for the store.
  const unmount = mountLibrary(root, {
    ...listing,
    fetch(inside) {
      throw new Error(`"${inside}" cannot be waited for here`);
    },
  });

  const holds = (model: InFolder, file: Expected) =>
    !file.derived && places.locate(placeOf(model, file)).root === root;

  function find(model: InFolder, file: Expected): FoundObject {
    const place = placeOf(model, file);
    try {
      const object = listing.find(place);
      if (object === null) throw new Error(`the bucket has no ${place}`);
      const stamp = stampOf(stamps, model, file);
      const isSame = stamp?.sha256 === file.sha256 && stamp.mark === object.stamp;
      if (!isSame || object.size !== file.sizeBytes)
        throw changed(`${place} was changed after the library was read`);
      return object;
    } catch (cause) {
      throw changedFile(file, cause);
    }
  }

  const explain = (file: Expected) => (cause: unknown) => {
    throw changedFile(file, cause);
  };

  function toLease(model: InFolder, file: Expected): Lease {
    const object = find(model, file);
    const reader = createObjectReader(client, object);
    return {
      read: reader.read,
      begin: (range) => reader.begin(range).catch(explain(file)),
      modified: new Date(object.modified),
      isUnchanged: async () => true, // the store was asked for this exact object
      release: reader.close,
    };
  }

  async function requireThere(model: InFolder, file: Expected): Promise<void> {
    const { key, etag, size } = find(model, file);
    const answer = await client.open({ method: 'HEAD', key, etag, size }).catch((error: unknown) => {
      throw codeOf(error) === 'ESTALE' ? changed(`${key} was changed after the bucket was listed`) : error;
    });
    answer.resume();
  }

  const locate = (model: InFolder, file: Expected) =>
    kept.get(find(model, file), file.sha256).catch(explain(file));

  const isAt = (place: string) => place.startsWith(root + path.sep);

  return {
    client,
    holds,
    isAt,
    findAt(place, stamp) {
      if (!isAt(place)) return null;
      const object = listing.find(place.slice(root.length + 1).replaceAll(path.sep, '/'));
      return object?.stamp === stamp ? object : null;
    },
    presign(model, file) {
      const { key, etag } = find(model, file);
      return { address: client.presign(key, etag), etag };
    },
    presignWhole: (model, file) => client.presignWhole(find(model, file).key),
    over: (disk) => ({
      open: async (model, file) =>
        holds(model, file) ? open(await locate(model, file), 'r') : disk.open(model, file),
      locate: async (model, file) => (holds(model, file) ? locate(model, file) : disk.locate(model, file)),
      requireSame: disk.requireSame,
      requireIntact: async (model, file) =>
        holds(model, file)
          ? requireThere(model, file).catch(unconfirmed(file))
          : disk.requireIntact(model, file),
    }),
    overOpen: (disk) => ({
      ...disk,
      lease: async (model, file) => (holds(model, file) ? toLease(model, file) : disk.lease(model, file)),
    }),
    close() {
      unmount();
      listing.close();
    },
  };
}
