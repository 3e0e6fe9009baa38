import path from 'node:path';

/** A bucket of an S3 store that is this server's library. Passed to threads, and contains a secret. */
export type BucketSettings = {
  /** As the admin wrote it. */
  readonly url: string;
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
  readonly keyId: string;
  readonly secret: string;
  /** PEM file of certificate authorities to trust in addition to the system's. */
  readonly caFile: string | null;
  /** The environment's proxy settings for https. */
  readonly proxies: Readonly<Record<string, string | undefined>>;
  /** Folder for the listing and copies of objects. */
  readonly folder: string;
  /** Milliseconds of silence before a request to the store fails. */
  readonly patienceMs: number;
};

type Address = Pick<BucketSettings, 'url' | 'bucket' | 'prefix'>;

/** Bucket and prefix of a URL such as s3://models/studio; null for any other URL. */
export function readBucketUrl(text: string): Address | null {
  const [, bucket, inside = ''] = /^s3:\/\/([a-z0-9][a-z0-9._-]{1,62})(?:\/(.*))?$/i.exec(text) ?? [];
  if (bucket === undefined) return null;
  const parts = inside.split('/').filter((part) => part !== '');
  if (parts.some((part) => part === '.' || part === '..')) return null;
  return { url: text, bucket, prefix: parts.map((part) => `${part}/`).join('') };
}

/** Placeholder for the library folder; it does not exist on disk. */
export const rootOf = (settings: Pick<BucketSettings, 'folder'>) => path.join(settings.folder, 'objects');

export const listingFileOf = ({ folder }: Pick<BucketSettings, 'folder'>) => path.join(folder, 'listing.db');
