import type { BucketSettings } from '../../config/bucket.ts';
import { folderOf } from '../../contract/relative-path.ts';
import { prepareOutbound } from '../outbound.ts';
import { createBucketClient } from './bucket-client.ts';
import { mountBucket, removeCopies } from './mount-bucket.ts';

/** Above this many folders, the whole bucket is listed instead. */
const mostFolders = 20;

/** Opens a bucket for the one process that reads it as a library and maintains its listing. */
export function openBucketLibrary(settings: BucketSettings) {
  prepareOutbound({ environment: settings.proxies, caFile: settings.caFile, urls: [settings.endpoint] });
  removeCopies(settings);
  const client = createBucketClient(settings);
  const mount = mountBucket(settings);
  /** An archive is listed as an object of its folder. */
  const toFolder = (place: string) => (mount.listing.look(place)?.isFile() ? folderOf(place) : place);
  return {
    /** Lists these folders again, or everything. If the store is unreachable, the library counts as unreadable, with the reason. */
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
