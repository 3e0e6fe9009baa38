import http from 'node:http';
import https from 'node:https';
import { isIP, type OnReadOpts } from 'node:net';
import tls from 'node:tls';
import { type Asked, type Body, cut, late, type Visit } from './body.ts';
import { type Head, readHead, readLength } from './read-head.ts';

/** TLS records are at most 16 KiB. */
const bufferBytes = 64 * 1024;
const mostHeadBytes = 64 * 1024;
const headEnd = Buffer.from('\r\n\r\n');

/** True for TLS connections without a proxy. */
export const canStreamDirectly = (url: URL, agent: http.Agent): agent is https.Agent =>
  url.protocol === 'https:' && agent instanceof https.Agent && !('proxyEnv' in agent.options);

function toRequest(url: URL, headers: Asked['headers']): string {
  const lines = Object.entries({ host: url.host, ...headers, connection: 'close' }).map(([name, value]) => {
    http.validateHeaderName(name);
    http.validateHeaderValue(name, value);
    return `${name}: ${value}\r\n`;
  });
  return `GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** Assembles the response head from its pieces; whatever follows it in the last piece belongs to the body. */
function createHeadReader() {
  let text: Buffer = Buffer.alloc(0);
  return (piece: Uint8Array): { readonly head: Head; readonly rest: Buffer } | null => {
    text = Buffer.concat([text, piece]);
    for (;;) {
      const end = text.indexOf(headEnd);
      if (end > mostHeadBytes || (end === -1 && text.length > mostHeadBytes))
        throw new Error('The host sent too long a head');
      if (end === -1) return null;
      const head = readHead(text.toString('latin1', 0, end));
      text = text.subarray(end + headEnd.length);
      if (head.statusCode >= 200) return { head, rest: text };
    }
  };
}

/** Copies pieces into reused memory, as garbage of that size outlives the cheap collections. */
function createCopies() {
  const free: Buffer<ArrayBuffer>[] = [];
  return {
    take(piece: Uint8Array): Buffer {
      if (piece.length > bufferBytes) return Buffer.from(piece);
      const memory = free.pop() ?? Buffer.from(new ArrayBuffer(bufferBytes));
      memory.set(piece);
      return memory.subarray(0, piece.length);
    },
    giveBack({ buffer }: Buffer): void {
      if (buffer instanceof ArrayBuffer && buffer.byteLength === bufferBytes) free.push(Buffer.from(buffer));
    },
  };
}

/** Passes pieces to the visitor. After a requested pause, the connection can still deliver some, or close. */
function createFeed(socket: tls.TLSSocket) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  promise.catch(() => undefined); // handled by the visitor of the body, if there is one
  const held: Buffer[] = [];
  const copies = createCopies();
  let visitor: Visit = () => undefined;
  let left = 0;
  let isBusy = true;
  let end: Error | null = null;

  function fail(error: unknown): void {
    reject(error);
    socket.destroy();
  }

  function give(piece: Uint8Array): void {
    const own = piece.length <= left ? piece : piece.subarray(0, left);
    left -= own.length;
    const pending = own.length === 0 ? undefined : visitor(own);
    isBusy = pending !== undefined;
    pending?.then(goOn, fail);
  }

  /** Passes on the pieces that were held, and checks whether the body is complete. */
  function goOn(): void {
    isBusy = false;
    try {
      for (let next = held.shift(); next; next = isBusy ? undefined : held.shift()) {
        give(next);
        copies.giveBack(next);
      }
    } catch (error) {
      fail(error);
      return;
    }
    if (isBusy) return;
    if (left === 0) {
      resolve();
      socket.destroy();
    } else if (end !== null) reject(end);
    else socket.resume();
  }

  return {
    /** Returns false to pause the connection. */
    take(piece: Uint8Array): boolean {
      if (isBusy) {
        held.push(copies.take(piece));
        return false;
      }
      try {
        give(piece);
        if (!isBusy && left === 0) goOn();
      } catch (error) {
        fail(error);
      }
      return !isBusy;
    },
    start(length: number, visit: Visit): Promise<void> {
      left = length;
      visitor = visit;
      goOn();
      return promise;
    },
    end(error: Error): void {
      end = error;
      if (!isBusy) reject(error);
    },
  };
}

/** Connects over TLS; all bytes arrive in one reused buffer. */
function connect(url: URL, agent: https.Agent, onPiece: (piece: Uint8Array) => boolean): tls.TLSSocket {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Nearly all pieces have the same length, and a new object for each would fill the young generation again and again.
  let piece: Uint8Array = new Uint8Array();
  const options: tls.ConnectionOptions & { readonly onread: OnReadOpts } = {
    ...agent.options,
    ...{ host, port: Number(url.port || 443), ALPNProtocols: ['http/1.1'] },
    ...(isIP(host) === 0 && { servername: host }),
    onread: {
      buffer: Buffer.allocUnsafeSlow(bufferBytes),
      callback(bytes, { buffer, byteOffset }) {
        if (piece.length !== bytes) piece = new Uint8Array(buffer, byteOffset, bytes);
        return onPiece(piece);
      },
    },
  };
  return tls.connect(options);
}

/**
 * Sends the request over its own connection, as Node's client allocates two objects per 16 KiB, and collecting those
 * costs as much as the decryption. Returns null, and closes the connection, if the body's length is unknown.
 */
export function openStream(url: URL, agent: https.Agent, asked: Asked): Promise<Body | null> {
  const { headers, signal, stallTimeout, connectTimeout } = asked;
  const request = toRequest(url, headers);
  const { promise, resolve, reject } = Promise.withResolvers<Body | null>();
  const readHeadPiece = createHeadReader();
  let failure: Error | null = null;
  let hasHead = false;

  function takeHead(piece: Uint8Array): boolean {
    const found = readHeadPiece(piece);
    if (found === null) return true;
    const { head, rest } = found;
    const length = readLength(head);
    const isWanted = head.statusCode === 200 || head.statusCode === 206;
    hasHead = true;
    feed.take(rest);
    const start = (visit: Visit) => feed.start(length ?? 0, visit);
    resolve(isWanted && length === null ? null : { ...head, visit: start, destroy: () => socket.destroy() });
    if (isWanted && length === null) socket.destroy();
    return false;
  }

  const socket = connect(url, agent, (piece) => {
    try {
      return hasHead ? feed.take(piece) : takeHead(piece);
    } catch (error) {
      reject(error);
      socket.destroy();
      return false;
    }
  });
  const feed = createFeed(socket);
  const abort = () => socket.destroy(signal.reason);
  const connecting = setTimeout(() => socket.destroy(late()), connectTimeout);
  signal.addEventListener('abort', abort, { once: true });
  socket
    .once('secureConnect', () => {
      clearTimeout(connecting);
      socket.write(request);
    })
    .setTimeout(stallTimeout, () => socket.destroy(late()))
    .once('error', (error) => {
      failure = error;
    })
    .once('end', () => socket.destroy())
    .once('close', () => {
      clearTimeout(connecting);
      signal.removeEventListener('abort', abort);
      reject(failure ?? cut());
      feed.end(failure ?? cut());
    });
  return promise;
}
