import path from 'node:path';

/** A bucket of an S3 store that is the library of this server. It crosses into threads, and holds a secret. */
export type BucketSettings = {
  /** As an admin wrote it. */
  readonly url: string;
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Empty, or with a slash at its end. */
  readonly prefix: string;
  readonly keyId: string;
  readonly secret: string;
  /** PEM file of certificate authorities to trust besides the system's. */
  readonly caFile: string | null;
  /** The environment's proxy settings for encrypted connections. */
  readonly proxies: Readonly<Record<string, string | undefined>>;
  /** Where the listing and copies of objects lie. */
  readonly folder: string;
  /** How long the store may say nothing, in milliseconds. */
  readonly patienceMs: number;
};

type Address = Pick<BucketSettings, 'url' | 'bucket' | 'prefix'>;

/** Bucket and prefix of an address like s3://models/studio; null for any other address. */
export function readBucketUrl(text: string): Address | null {
  const [, bucket, inside = ''] = /^s3:\/\/([a-z0-9][a-z0-9._-]{1,62})(?:\/(.*))?$/i.exec(text) ?? [];
  if (bucket === undefined) return null;
  const parts = inside.split('/').filter((part) => part !== '');
  if (parts.some((part) => part === '.' || part === '..')) return null;
  return { url: text, bucket, prefix: parts.map((part) => `${part}/`).join('') };
}

/** Stands for the library folder wherever one is named; nothing is there on the disk. */
export const rootOf = (settings: Pick<BucketSettings, 'folder'>) => path.join(settings.folder, 'objects');

export const listingFileOf = ({ folder }: Pick<BucketSettings, 'folder'>) => path.join(folder, 'listing.db');
