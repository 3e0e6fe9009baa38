import { once } from 'node:events';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { limits } from '../../server/contract/limits.ts';
import type { PeerPlace } from '../../server/contract/peers.ts';
import { isPrivateAddress } from '../../server/contract/private-address.ts';
import type { Bandwidth } from '../downloads/bandwidth.ts';
import { reachOfAddress } from '../network/reach.ts';
import type { Coming } from './receivings.ts';
import { hashLeaf, type LeafSeal, sealLeaf } from './seal-leaf.ts';

type LenderOptions = {
  /** Files that may be given and have a leaf, by the SHA-256 that they have when they are whole: absolute paths. */
  readonly findFiles: (sha256: string, index: number) => Promise<readonly string[]>;
  /** Waits for a leaf of a file that is being received; null for any other. */
  readonly waitFor: (sha256: string, index: number, signal: AbortSignal) => Promise<Coming | null>;
  /** The key of a ticket that is good for the file now; null for any other. */
  readonly checkTicket: (ticket: string, sha256: string) => Promise<Buffer | null>;
  readonly bandwidth: Bandwidth;
  readonly onGiven?: (bytes: number) => void;
};

type Lender = {
  /** Listens on these addresses and on no others; answers where it can be reached. */
  readonly listen: (addresses: readonly string[]) => Promise<readonly PeerPlace[]>;
  /** Ends what is running, too. */
  readonly close: () => void;
};

const form = /^\/leaf\/([0-9a-f]{64})\/(\d{1,7})\/([0-9a-f]{64})(\?wait)?$/;
const bearer = /^Bearer ([A-Za-z0-9_-]{1,2000})$/;
/** How a request for a leaf may end. */
export const statuses = { given: 200, refused: 403, none: 404, early: 425, busy: 503 } as const;
/** Next to `early`: a number that grows as long as the app receives anything. */
export const stepsHeader = 'lodestock-steps';

/** Each holds a leaf in memory, twice. */
const mostAtOnce = 4;
const mostConnections = 64;
const pieceBytes = 256 * 1024;

/** A leaf of a file on the disk; null when it does not have this SHA-256 now: then it is the artist's, or damaged. */
async function readLeaf(file: string, index: number, sha256: string): Promise<Buffer | null> {
  const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(() => null);
  if (handle === null) return null;
  try {
    const found = await handle.stat();
    const start = index * limits.leafBytes;
    if (!found.isFile() || start >= found.size) return null;
    const content = Buffer.allocUnsafe(Math.min(limits.leafBytes, found.size - start));
    for (let at = 0; at < content.length; ) {
      const { bytesRead } = await handle.read(content, at, content.length - at, start + at);
      if (bytesRead === 0) return null;
      at += bytesRead;
    }
    return (await hashLeaf(content)) === sha256 ? content : null;
  } finally {
    await handle.close();
  }
}

function abortOnClose(response: ServerResponse): AbortController {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone;
}

async function sendBytes(response: ServerResponse, bytes: Buffer, bandwidth: Bandwidth): Promise<void> {
  const gone = abortOnClose(response);
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': bytes.length });
  for (let at = 0; at < bytes.length && !gone.signal.aborted; at += pieceBytes) {
    const piece = bytes.subarray(at, at + pieceBytes);
    await bandwidth.take(piece.length, gone.signal);
    if (!response.write(piece)) await once(response, 'drain', { signal: gone.signal });
  }
  response.end();
}

/** Never to the internet, whatever leads there. */
const isNear = (address = '') => {
  const bare = address.replace(/^::ffff:/, '');
  return isPrivateAddress(bare) || reachOfAddress(bare) === 'computer';
};

/**
 * Gives leaves of verified files to other apps of the network: by hash, one at a time, and only after the server has said
 * that the bearer of the ticket may have the file. They are sealed with a key that the server gives both sides.
 */
export function createLender({ findFiles, waitFor, checkTicket, bandwidth, onGiven }: LenderOptions): Lender {
  const servers = new Map<string, http.Server>();
  let busy = 0;

  type Wanted = LeafSeal & { readonly leaf: string };

  /** Whether it was there, and no other requests took all memory. */
  async function give({ leaf, ...seal }: Wanted, response: ServerResponse): Promise<boolean> {
    for (const file of await findFiles(seal.sha256, seal.index)) {
      const content = await readLeaf(file, seal.index, leaf);
      if (content === null) continue;
      await sendBytes(response, await sealLeaf(seal, content), bandwidth);
      onGiven?.(content.length);
      return true;
    }
    return false;
  }

  async function giveInTurn(wanted: Wanted, response: ServerResponse): Promise<number> {
    if (busy >= mostAtOnce) return statuses.busy;
    busy += 1;
    try {
      return (await give(wanted, response)) ? statuses.given : statuses.none;
    } finally {
      busy -= 1;
    }
  }

  /** The status of what was asked for; for what is still to come, after some waiting. */
  async function take(request: IncomingMessage, response: ServerResponse): Promise<number> {
    const [, sha256 = '', number = '', leaf = '', wait] = form.exec(request.url ?? '') ?? [];
    const [, ticket = ''] = bearer.exec(request.headers.authorization ?? '') ?? [];
    if (request.method !== 'GET' || sha256 === '' || !isNear(request.socket.remoteAddress))
      return statuses.none;
    const key = ticket === '' ? null : await checkTicket(ticket, sha256);
    if (key === null) return statuses.refused;
    const wanted = { key, sha256, index: Number(number), leaf };
    const status = await giveInTurn(wanted, response);
    if (status !== statuses.none || wait === undefined) return status;
    const coming = await waitFor(sha256, wanted.index, abortOnClose(response).signal);
    if (coming === null) return statuses.none;
    const next = coming.isHere ? await giveInTurn(wanted, response) : statuses.early;
    if (next === statuses.early) response.setHeader(stepsHeader, coming.steps);
    return next;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const status = await take(request, response);
      if (!response.headersSent) response.writeHead(status).end();
    } catch {
      response.destroy();
    }
  }

  function openAt(address: string): Promise<PeerPlace | null> {
    const server = http.createServer((request, response) => void answer(request, response));
    server.maxConnections = mostConnections;
    servers.set(address, server);
    return new Promise((resolve) => {
      server.once('error', () => {
        servers.delete(address); // it is not this computer's any more
        resolve(null);
      });
      server.listen(0, address, () => resolve(placeOf(address)));
    });
  }

  const placeOf = (address: string): PeerPlace | null => {
    const bound = servers.get(address)?.address() ?? null;
    return bound === null || typeof bound === 'string' ? null : { address, port: bound.port };
  };

  function closeAt(address: string): void {
    const server = servers.get(address);
    servers.delete(address);
    server?.close();
    server?.closeAllConnections();
  }

  return {
    async listen(addresses) {
      for (const address of servers.keys()) if (!addresses.includes(address)) closeAt(address);
      const places = addresses.map(async (address) => placeOf(address) ?? (await openAt(address)));
      return (await Promise.all(places)).filter((place) => place !== null);
    },
    close() {
      for (const address of [...servers.keys()]) closeAt(address);
    },
  };
}
