import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { toUrlPath } from '../contract/relative-path.ts';
import type { BucketFiles } from './bucket/bucket-files.ts';
import type { LibraryPlaces } from './library-places.ts';
import { etagOf, type HeadFields } from './serving/file-head.ts';
import { type Expected, type InFolder, placeOf } from './unchanged-files.ts';

type Handed = { readonly model: InFolder; readonly file: Expected; readonly status: number };

/** Header fields that tell the reverse proxy what to send, or the client where to get it; null to send it here. */
export type HandOff = (request: FastifyRequest, handed: Handed) => HeadFields | null;

const isProxied = ({ headers }: FastifyRequest) => headers['x-forwarded-for'] !== undefined;
/** Web servers have their own ETags, so only we can check a condition or range. */
const isOurs = ({ headers }: FastifyRequest, sha256: string) =>
  headers['if-match'] !== undefined ||
  headers['if-unmodified-since'] !== undefined ||
  (headers['if-range'] !== undefined && headers['if-range'] !== etagOf(sha256));

// nginx decodes the header, Caddy does not; Node writes headers as Latin-1.
const encodings = {
  nginx: toUrlPath,
  caddy: (path: string) => Buffer.from(path).toString('latin1'),
} as const;

type Parts = {
  readonly config: Pick<Config, 'accel' | 'accelPrefix'>;
  readonly places: Pick<LibraryPlaces, 'isUnpacked'>;
  readonly bucketFiles: Pick<BucketFiles, 'holds' | 'presign' | 'presignWhole'> | null;
};

/** Stores send one range at a time, and an address signed for GET answers no other method. */
const isForStore = ({ method, headers }: FastifyRequest, status: number) =>
  method === 'GET' && (status === 200 || status === 206) && headers.range?.includes(',') !== true;

/** Only our app can be redirected: it verifies what it gets and sends no token along. A store ignores our ETag. */
const mayLeave = ({ headers }: FastifyRequest) =>
  headers['user-agent']?.startsWith('Lodestock/') &&
  ['if-match', 'if-unmodified-since', 'if-range'].every((name) => headers[name] === undefined);

/** Checks the capability, then lets nginx or Caddy (X-Accel-Redirect) or the store send the bytes. */
export function createHandOff({ config, places, bucketFiles }: Parts): HandOff {
  const { accel, accelPrefix } = config;
  if (accel === 'off') return () => null;
  if (accel === 'bucket')
    return (request, { model, file, status }) =>
      bucketFiles?.holds(model, file) && isForStore(request, status) && mayLeave(request)
        ? { location: bucketFiles.presignWhole(model, file), 'cache-control': 'no-store' }
        : null;
  const encode = encodings[accel];

  function toStore(request: FastifyRequest, { model, file, status }: Handed): HeadFields | null {
    if (!bucketFiles?.holds(model, file) || !isForStore(request, status)) return null;
    const { address, etag } = bucketFiles.presign(model, file);
    return {
      'x-accel-redirect': `${accelPrefix}object`,
      'x-lodestock-object': address,
      'x-lodestock-match': etag,
    };
  }

  return (request, handed) => {
    const { model, file } = handed;
    // The proxy can read only the library.
    if (file.derived || !isProxied(request) || isOurs(request, file.sha256)) return null;
    if (bucketFiles) return toStore(request, handed);
    const place = placeOf(model, file);
    return places.isUnpacked(place) ? null : { 'x-accel-redirect': `${accelPrefix}${encode(place)}` };
  };
}
