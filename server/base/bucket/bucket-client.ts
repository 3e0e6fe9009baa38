import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import type { BucketSettings } from '../../config/bucket.ts';
import { codeOf } from '../storage/storage-fault.ts';
import type { Refusal } from './advise-on-store.ts';
import { type ListPage, readElement, readPage } from './read-page.ts';
import { createSigner, encodeKey } from './sign-request.ts';

/** Part of an object; `end` is included. */
type ObjectRange = { readonly start: number; readonly end: number };

type Wanted = {
  readonly method?: 'GET' | 'HEAD';
  /** Relative to the library. */
  readonly key: string;
  /** The object must have this ETag. */
  readonly etag: string;
  readonly size: number;
  readonly range?: ObjectRange;
};

export type BucketClient = {
  /** Opens an object or a part. Rejects with `code` ENOENT or ESTALE if it changed, EACCES if refused, others if unreachable. */
  readonly open: (wanted: Wanted) => Promise<IncomingMessage>;
  /** Lists one page of the objects below a prefix of the library, ordered by key. */
  readonly list: (wanted: {
    readonly prefix: string;
    readonly next?: string | null;
    readonly most?: number;
  }) => Promise<ListPage>;
  /** Path and query that give anyone this exact object for a minute, if the request sends the ETag as If-Match. */
  readonly presign: (key: string, etag: string) => string;
  /** Full URL that gives anyone whatever is stored at the key, for a minute. */
  readonly presignWhole: (key: string) => string;
};

type Request = {
  readonly method: 'GET' | 'HEAD';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Headers to sign. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly range?: ObjectRange;
};

const requestSeconds = 300;
/** Milliseconds of clock skew that are tolerated; stores report skew under any error code. */
const mostSkew = 60_000;
/** Only the start of a transfer is limited; once started, it runs as long as it needs. */
const redirectSeconds = 60;
const mostErrorText = 64 * 1024;
const mostPageText = 16 * 1024 * 1024;
const pauses = [200, 1000] as const;
const silence = 'ETIMEDOUT';

async function readText(answer: IncomingMessage, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > most) throw new Error('the store sent more than a page can be');
  }
  return Buffer.concat(chunks).toString('utf8');
}

const codes: Readonly<Record<number, string>> = {
  401: 'EACCES',
  403: 'EACCES',
  404: 'ENOENT',
  412: 'ESTALE',
};
const changed = 'it was changed or removed since the bucket was listed';

function toError(status: number, xml: string): Error {
  const said = [readElement(xml, 'Code'), readElement(xml, 'Message')?.slice(0, 300)]
    .filter(Boolean)
    .join(': ');
  const message = status === 412 ? changed : `the store answered ${status}${said === '' ? '' : ` ${said}`}`;
  const refusal: Refusal = {
    status,
    word: readElement(xml, 'Code') ?? '',
    region: readElement(xml, 'Region') ?? '',
  };
  return Object.assign(new Error(message), { code: codes[status] ?? 'EIO', ...refusal });
}

/** Silence has already used up its time. Dropped connections and temporary refusals are worth an immediate retry. */
const isTransient = (error: unknown) =>
  codeOf(error) !== silence &&
  (!(error instanceof Error && 'status' in error && typeof error.status === 'number') ||
    error.status >= 500 ||
    error.status === 429);

/** Read-only client: lists and reads objects, and never writes. */
export function createBucketClient(settings: BucketSettings): BucketClient {
  const { endpoint, bucket, prefix, patienceMs } = settings;
  const base = new URL(endpoint);
  const sign = createSigner(settings);
  const send = base.protocol === 'https:' ? https.request : http.request;
  const bucketPath = `${base.pathname.replace(/\/+$/, '')}/${encodeKey(bucket)}`;
  const pathOf = (key: string) => `${bucketPath}/${encodeKey(prefix + key)}`;
  /** Milliseconds that the store's clock is ahead of ours, measured when it refuses a request. */
  let clockAhead = 0;

  const signed = ({ method, path, query = {}, headers = {} }: Request, seconds: number) =>
    sign({ method, path, query, headers: { host: base.host, ...headers }, seconds }, Date.now() + clockAhead);

  function ask(request: Request): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const { method, headers, range } = request;
    const sent = send(
      {
        protocol: base.protocol,
        hostname: base.hostname.replace(/^\[|\]$/g, ''),
        port: base.port,
        method,
        path: signed(request, requestSeconds),
        headers: {
          host: base.host,
          ...headers,
          ...(range && { range: `bytes=${range.start}-${range.end}` }),
        },
      },
      resolve,
    );
    sent.setTimeout(patienceMs, () =>
      sent.destroy(
        Object.assign(new Error(`the store said nothing for ${patienceMs / 1000} s`), { code: silence }),
      ),
    );
    sent.once('error', (error) => {
      const code = 'code' in error ? error.code : 'EIO';
      reject(Object.assign(new Error(`the store cannot be reached (${error.message})`), { code }));
    });
    sent.end();
    return promise;
  }

  /** Throws the store's error; corrects for clock skew once. */
  async function askWell(request: Request, mayMend = true): Promise<IncomingMessage> {
    const assumed = clockAhead;
    const answer = await ask(request);
    const status = answer.statusCode ?? 0;
    if (status === 200 || status === 206) return answer;
    const xml = await readText(answer, mostErrorText);
    const ahead = Date.parse(answer.headers.date ?? '') - Date.now();
    if (!mayMend || status !== 403 || !(Math.abs(ahead - assumed) > mostSkew)) throw toError(status, xml);
    clockAhead = ahead;
    return askWell(request, false);
  }

  async function askPatiently(request: Request): Promise<IncomingMessage> {
    for (const pause of pauses) {
      try {
        return await askWell(request);
      } catch (error) {
        if (!isTransient(error)) throw error;
        await delay(pause);
      }
    }
    return askWell(request);
  }

  return {
    async open({ method = 'GET', key, etag, size, range }) {
      const headers = { 'if-match': etag };
      const answer = await askPatiently({ method, path: pathOf(key), headers, ...(range && { range }) });
      const { start, end } = range ?? { start: 0, end: size - 1 };
      // Detects stores that ignore If-Match or Range.
      const isSame =
        answer.headers.etag === undefined || answer.headers.etag.replace(/^W\/|"/g, '') === etag.slice(1, -1);
      const isWhole = range === undefined || answer.statusCode === 206;
      const given = answer.headers['content-range'];
      const isPart = range === undefined || given === `bytes ${start}-${end}/${size}`;
      const isLong = answer.headers['content-length'] === String(end - start + 1);
      if (isSame && isWhole && isPart && isLong) return answer;
      answer.destroy();
      throw Object.assign(new Error(changed), { code: 'ESTALE', status: 412 });
    },
    async list({ prefix: inside, next = null, most = 1000 }) {
      const query = {
        'list-type': '2',
        'encoding-type': 'url',
        'max-keys': String(most),
        prefix: prefix + inside,
        ...(next !== null && { 'continuation-token': next }),
      };
      const page = readPage(
        await readText(await askPatiently({ method: 'GET', path: bucketPath, query }), mostPageText),
      );
      const objects = page.objects.flatMap((object) =>
        object.key.startsWith(prefix) ? [{ ...object, key: object.key.slice(prefix.length) }] : [],
      );
      return { ...page, objects };
    },
    presign: (key, etag) =>
      signed({ method: 'GET', path: pathOf(key), headers: { 'if-match': etag } }, redirectSeconds),
    presignWhole: (key) => base.origin + signed({ method: 'GET', path: pathOf(key) }, redirectSeconds),
  };
}
