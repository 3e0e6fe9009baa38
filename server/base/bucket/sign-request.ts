import { createHmac, hash } from 'node:crypto';
import type { BucketSettings } from '../../config/bucket.ts';

/** The parts of a request that its signature covers. */
type Signable = {
  readonly method: 'GET' | 'HEAD';
  /** As sent over the wire. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Names in lower case; the request must send these headers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly seconds: number;
};

type Credentials = Pick<BucketSettings, 'region' | 'keyId' | 'secret'>;

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Percent-encodes everything but the unreserved characters of RFC 3986, as the signature requires. */
const encodeStrictly = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

export const encodeKey = (key: string) => key.split('/').map(encodeStrictly).join('/');

/** Signs requests with AWS Signature Version 4 in the query string; returns path and query. */
export function createSigner({ region, keyId, secret }: Credentials) {
  let keyDay = '';
  let dayKey: Buffer = Buffer.alloc(0);

  function keyOf(day: string): Buffer {
    if (day === keyDay) return dayKey;
    dayKey = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${secret}`, day), region));
    keyDay = day;
    return dayKey;
  }

  return ({ method, path, query, headers, seconds }: Signable, now: number): string => {
    const time = new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, '');
    const day = time.slice(0, 8);
    const scope = `${day}/${region}/s3/aws4_request`;
    const names = Object.keys(headers).sort();
    const all = {
      ...query,
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Credential': `${keyId}/${scope}`,
      'X-Amz-Date': time,
      'X-Amz-Expires': String(seconds),
      'X-Amz-SignedHeaders': names.join(';'),
    };
    const sorted = Object.entries(all)
      .map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
      .sort()
      .join('&');
    const lines = names.map((name) => `${name}:${headers[name]?.trim()}`);
    const canonical = [method, path, sorted, ...lines, '', names.join(';'), 'UNSIGNED-PAYLOAD'].join('\n');
    const signed = ['AWS4-HMAC-SHA256', time, scope, hash('sha256', canonical)].join('\n');
    return `${path}?${sorted}&X-Amz-Signature=${hmac(keyOf(day), signed).toString('hex')}`;
  };
}
