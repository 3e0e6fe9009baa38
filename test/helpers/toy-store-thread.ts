import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { parentPort } from 'node:worker_threads';
import type { StoreFault, StoreOrder, StoreSettings } from './toy-store.ts';

// An S3 store as strict as the strictest, and with the traps of the loosest. It knows nothing of the server's own code.

type Stored = { readonly bytes: Buffer; readonly etag: string; readonly modified: string };

const objects = new Map<string, Stored>();
const asked: string[] = [];
let settings: StoreSettings = {
  keyId: '',
  secret: '',
  region: '',
  bucket: '',
  pageSize: 1000,
  clockAhead: 0,
};
let fault: StoreFault | null = null;
let pagesGiven = 0;
let afterPage: StoreOrder | null = null;

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const strictly = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const escapeXml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const now = () => Date.now() + settings.clockAhead;
const inOrder = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

function refuse(response: ServerResponse, status: number, code: string): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>Because of ${code}</Message></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml', date: new Date(now()).toUTCString() });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

/** Why a signature in the address is not taken; null when it is good. */
function judgeSignature(request: IncomingMessage, path: string, query: URLSearchParams): string | null {
  const [keyId, day, region, service, end] = (query.get('X-Amz-Credential') ?? '').split('/');
  const time = query.get('X-Amz-Date') ?? '';
  const [, date = '', clock = ''] = /^(\d{8})T(\d{6})Z$/.exec(time) ?? [];
  const at = Date.parse(
    `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T${clock.slice(0, 2)}:${clock.slice(2, 4)}:${clock.slice(4)}Z`,
  );
  const seconds = Number(query.get('X-Amz-Expires'));
  const names = (query.get('X-Amz-SignedHeaders') ?? '').split(';');
  if (query.get('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256' || request.headers.authorization)
    return 'InvalidArgument';
  if (keyId !== settings.keyId || day !== date || service !== 's3' || end !== 'aws4_request')
    return 'InvalidAccessKeyId';
  if (region !== settings.region) return 'AuthorizationHeaderMalformed';
  if (Number.isNaN(at) || !(seconds > 0 && seconds <= 604_800)) return 'AuthorizationQueryParametersError';
  if (at > now() + 15 * 60_000) return 'RequestTimeTooSkewed';
  if (now() > at + seconds * 1000) return 'AccessDenied';
  if (!names.includes('host') || names.some((name) => request.headers[name] === undefined))
    return 'AccessDenied';
  const given = query.get('X-Amz-Signature');
  const sorted = [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [strictly(name), strictly(value)])
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&');
  const decoded = path.split('/').map((part) => strictly(decodeURIComponent(part)));
  const canonical = [
    request.method,
    decoded.join('/'),
    sorted,
    ...names.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    names.join(';'),
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const scope = [day, region, service, end].join('/');
  const digest = createHash('sha256').update(canonical).digest('hex');
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${settings.secret}`, date));
  const expected = hmac(key, ['AWS4-HMAC-SHA256', time, scope, digest].join('\n')).toString('hex');
  return given === expected ? null : 'SignatureDoesNotMatch';
}

function list(response: ServerResponse, query: URLSearchParams): void {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
  const most = Math.min(settings.pageSize, Number(query.get('max-keys') ?? 1000));
  const encode = (key: string) =>
    query.get('encoding-type') === 'url'
      ? strictly(key).replaceAll('%20', '+').replaceAll('%2F', '/')
      : escapeXml(key);
  const all = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort(inOrder);
  const rest = all.filter((key) => inOrder(key, after) > 0);
  const page = rest.slice(0, most);
  const contents = page.map((key) => {
    const { bytes, etag, modified } = objects.get(key) ?? { bytes: Buffer.alloc(0), etag: '', modified: '' };
    return `<Contents><Key>${encode(key)}</Key><LastModified>${modified}</LastModified><ETag>&quot;${etag}&quot;</ETag><Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`;
  });
  const isMore = rest.length > page.length;
  const token = isMore
    ? `<NextContinuationToken>${escapeXml(page.at(-1) ?? '')}</NextContinuationToken>`
    : '';
  const encoding = query.get('encoding-type') === 'url' ? '<EncodingType>url</EncodingType>' : '';
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${settings.bucket}</Name><KeyCount>${page.length}</KeyCount>${encoding}<IsTruncated>${isMore}</IsTruncated>${token}${contents.join('')}</ListBucketResult>`,
  );
  pagesGiven += 1;
  if (afterPage !== null) obey(afterPage);
  afterPage = null;
}

type Wanted = { readonly start: number; readonly end: number; readonly isPart: boolean };

/** What of an object is given, or the status of a refusal. */
function judgeConditions({ headers }: IncomingMessage, { bytes, etag }: Stored): Wanted | 412 | 416 {
  const isLoose = fault?.kind === 'ignores-conditions';
  const match = headers['if-match'];
  if (!isLoose && match !== undefined && match !== `"${etag}"`) return 412;
  // Several ranges are answered with everything; If-Range is not looked at.
  const [, from = '', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const last = bytes.length - 1;
  if (from === '' || isLoose) return { start: 0, end: last, isPart: false };
  if (Number(from) > last) return 416;
  return { start: Number(from), end: to === '' ? last : Math.min(Number(to), last), isPart: true };
}

function give(request: IncomingMessage, response: ServerResponse, key: string): void {
  const found = objects.get(key);
  const wanted = found ? judgeConditions(request, found) : 404;
  if (!found || typeof wanted === 'number') {
    refuse(
      response,
      Number(wanted),
      { 404: 'NoSuchKey', 412: 'PreconditionFailed' }[Number(wanted)] ?? 'InvalidRange',
    );
    return;
  }
  const { bytes, etag, modified } = found;
  const { start, end, isPart } = wanted;
  const body = bytes.subarray(start, end + 1);
  response.writeHead(isPart ? 206 : 200, {
    etag: `"${etag}"`,
    'content-length': body.length,
    'content-type': 'binary/octet-stream',
    'accept-ranges': 'bytes',
    'last-modified': new Date(modified).toUTCString(),
    // What somebody said of the object when it was put there; it is nothing to a client.
    'content-encoding': 'gzip',
    'content-disposition': 'inline',
    'cache-control': 'public, max-age=1',
    'x-amz-meta-owner': 'somebody',
    ...(isPart && { 'content-range': `bytes ${start}-${end}/${bytes.length}` }),
  });
  if (request.method === 'HEAD') response.end();
  else if (fault?.kind === 'breaks' && body.length > fault.bytes) {
    response.write(body.subarray(0, fault.bytes), () => response.destroy());
    fault = null;
  } else response.end(body);
}

/** Why a request is not answered at all. */
function judge(
  request: IncomingMessage,
  path: string,
  query: URLSearchParams,
): readonly [number, string] | null {
  if (fault?.kind === 'refuses') return [fault.status, fault.code];
  const why = judgeSignature(request, path, query);
  if (why !== null) return [403, why];
  const [, bucket = ''] = path.split('/').map(decodeURIComponent);
  return bucket === settings.bucket ? null : [404, 'NoSuchBucket'];
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { searchParams } = new URL(request.url ?? '/', 'http://store');
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  const key = path.split('/').slice(2).map(decodeURIComponent).join('/');
  const range = request.headers.range === undefined ? '' : ` ${request.headers.range}`;
  asked.push(`${request.method} ${key === '' ? `?${searchParams.get('prefix')}` : key}${range}`);
  if (fault?.kind === 'away') request.socket.destroy();
  if (fault?.kind === 'away' || fault?.kind === 'silent') return;
  const refusal = judge(request, path, searchParams);
  if (refusal) refuse(response, ...refusal);
  else if (key !== '') give(request, response, key);
  else if (searchParams.get('list-type') === '2' && request.method === 'GET') list(response, searchParams);
  else refuse(response, 501, 'NotImplemented');
}

function obey(order: StoreOrder): unknown {
  if (order.kind === 'settings') settings = order.settings;
  else if (order.kind === 'fault') fault = order.fault;
  else if (order.kind === 'after-page') afterPage = order.order;
  else if (order.kind === 'remove') objects.delete(order.key);
  else if (order.kind === 'asked') return asked.splice(0);
  else if (order.kind === 'pages') return pagesGiven;
  else {
    const bytes = Buffer.from(order.bytes);
    // That of an upload in parts is the digest of nothing that anybody has.
    const etag = order.etag ?? createHash('md5').update(bytes).digest('hex');
    const modified = new Date(order.modified ?? now() - 60_000).toISOString();
    objects.set(order.key, { bytes, etag, modified });
  }
  return null;
}

const server = createServer({ keepAliveTimeout: 0 }, answer);
server.listen(0, '127.0.0.1', () => {
  const bound = server.address();
  parentPort?.postMessage({ port: typeof bound === 'object' && bound ? bound.port : 0 });
});
parentPort?.on('message', ({ id, order }: { readonly id: number; readonly order: StoreOrder }) => {
  parentPort?.postMessage({ id, answer: obey(order) });
});
