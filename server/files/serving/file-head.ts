import { create as createDisposition } from 'content-disposition';
import { toPrivateCaching, variesByCaller } from '../../base/http/private-caching.ts';

export type SentFile = {
  readonly name: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly contentType: string;
  /** Absent if each response sets it. */
  readonly cacheControl?: string;
  readonly disposition: 'attachment' | 'inline';
  /** Only for the caller: not for shared caches, nor for pages of other origins. */
  readonly isPrivate?: boolean;
};

export type HeadFields = Readonly<Record<string, string | number>>;

export const etagOf = (sha256: string) => `"${sha256}"`;

const openToAll = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
} as const;
/** Pages of other origins read files in parts, but pictures as a whole. */
const partsOpenToAll = {
  ...openToAll,
  'access-control-expose-headers': 'Accept-Ranges, Content-Length, Content-Range, ETag',
} as const;

function cachingOf({ cacheControl, isPrivate }: SentFile): HeadFields {
  if (cacheControl === undefined) return {};
  return { 'cache-control': isPrivate ? toPrivateCaching(cacheControl) : cacheControl };
}

/** Header fields of every response for a file: whole, partial or not modified. */
export function toFileHead(file: SentFile): HeadFields {
  const open = file.disposition === 'inline' ? openToAll : partsOpenToAll;
  return {
    etag: etagOf(file.sha256),
    'accept-ranges': 'bytes',
    ...cachingOf(file),
    'content-type': file.contentType,
    'content-disposition': createDisposition(file.name, { type: file.disposition }),
    ...(file.isPrivate ? { vary: variesByCaller } : open),
    'content-security-policy': "default-src 'none'; sandbox",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}
