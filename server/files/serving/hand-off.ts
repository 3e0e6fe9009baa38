import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { type Expected, type InFolder, placeOf } from '../library-files.ts';
import type { LibraryPlaces } from '../library-places.ts';
import { etagOf } from './file-head.ts';

/** The place of a file for the web server in front; null when this request did not come through one. */
export type HandOff = (request: FastifyRequest, model: InFolder, file: Expected) => string | null;

const isProxied = ({ headers }: FastifyRequest) => headers['x-forwarded-for'] !== undefined;
/** They have ETags of their own, so only ours can tell whether a condition holds, or that a part would not fit. */
const isOurs = ({ headers }: FastifyRequest, sha256: string) =>
  headers['if-match'] !== undefined ||
  headers['if-unmodified-since'] !== undefined ||
  (headers['if-range'] !== undefined && headers['if-range'] !== etagOf(sha256));

// nginx decodes the header, Caddy takes it as it is; Node writes headers as Latin-1.
const encodings = {
  nginx: (path: string) => path.split('/').map(encodeURIComponent).join('/'),
  caddy: (path: string) => Buffer.from(path).toString('latin1'),
} as const;

/** X-Accel-Redirect: the capability is checked here, the bytes are sent by nginx or Caddy. */
export function createHandOff(
  { accel, accelPrefix }: Pick<Config, 'accel' | 'accelPrefix'>,
  { isUnpacked }: Pick<LibraryPlaces, 'isUnpacked'>,
): HandOff {
  if (accel === 'off') return () => null;
  const encode = encodings[accel];
  return (request, model, file) => {
    // The web server knows the library folder alone.
    if (file.derived || !isProxied(request) || isOurs(request, file.sha256)) return null;
    const place = placeOf(model, file);
    return isUnpacked(place) ? null : `${accelPrefix}${encode(place)}`;
  };
}
