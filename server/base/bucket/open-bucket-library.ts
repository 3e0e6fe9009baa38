import type { BucketSettings } from '../../config/bucket.ts';
import { folderOf } from '../../contract/relative-path.ts';
import { prepareOutbound } from '../outbound.ts';
import { createBucketClient } from './bucket-client.ts';
import { mountBucket, removeCopies } from './mount-bucket.ts';

/** More folders than these are brought up to date by listing everything. */
const mostFolders = 20;

/** A bucket for the one process that reads it as a library and keeps its listing. */
export function openBucketLibrary(settings: BucketSettings) {
  prepareOutbound({ environment: settings.proxies, caFile: settings.caFile, urls: [settings.endpoint] });
  removeCopies(settings);
  const client = createBucketClient(settings);
  const mount = mountBucket(settings);
  /** An archive is an object of the folder that it is in. */
  const toFolder = (place: string) => (mount.listing.look(place)?.isFile() ? folderOf(place) : place);
  return {
    /**
     * Lists what is in these folders, or everything. A store that cannot be asked is not an error here: the library is then
     * one that cannot be read, and says why.
     */
    async refresh(folders: readonly string[] = [''], signal?: AbortSignal): Promise<void> {
      const inBucket = folders.filter((folder) => !folder.startsWith('.')).map(toFolder);
      const wanted = inBucket.length > mostFolders ? [''] : [...new Set(inBucket)];
      await mount.listing.refresh(client, wanted, signal).catch(() => undefined);
    },
    close() {
      mount.close();
      removeCopies(settings);
    },
  };
}
