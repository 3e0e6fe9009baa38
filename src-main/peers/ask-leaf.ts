import http from 'node:http';
import type { PeerPlace } from '../../server/contract/peers.ts';
import { statuses, stepsHeader } from './lender.ts';
import { hashLeaf, openLeaf, sealBytes } from './seal-leaf.ts';

/** An app near by that says it has a file, with what opens it there. */
export type Peer = {
  readonly places: readonly PeerPlace[];
  readonly ticket: string;
  readonly key: Buffer;
  /** It receives the file, and began before this app: what it does not have yet may be waited for. */
  readonly isAhead: boolean;
};

/** Waiting times, in milliseconds. Whoever is slower is left alone: the host has the file too. */
export type PeerPatience = {
  /** Until the head of an answer is there. */
  readonly answer: number;
  /** Until a leaf is there whole. */
  readonly leaf: number;
  /** While a peer that is ahead, or busy, does nothing. */
  readonly idle: number;
  /** For one leaf that is yet to come to a peer. */
  readonly coming: number;
};
export const defaultPeerPatience: PeerPatience = {
  answer: 3000,
  leaf: 10_000,
  idle: 15_000,
  coming: 120_000,
};

/** The peer is busy, or does not have the leaf yet; `steps` changes while it receives something. */
export type Later = { readonly steps: string };

type WantedLeaf = {
  /** Of the whole file. */
  readonly sha256: string;
  readonly index: number;
  /** Of the leaf. */
  readonly leafSha256: string;
  readonly bytes: number;
};

/** Reads a body of exactly this length; rejects for any other. */
function readBody(response: http.IncomingMessage, length: number): Promise<Buffer> {
  const body = Buffer.allocUnsafe(length);
  let at = 0;
  return new Promise((resolve, reject) => {
    response.on('data', (piece: Buffer) => {
      if (at + piece.length > length) response.destroy(new Error('It sent more than it said.'));
      else at += piece.copy(body, at);
    });
    response.once('error', reject);
    response.once('close', () => (at === length ? resolve(body) : reject(new Error('It sent too little.'))));
  });
}

type Asked = { readonly signal: AbortSignal; readonly patience: PeerPatience };

class NotYet extends Error {
  readonly later: Later;
  constructor(later: Later) {
    super('It has to be asked once more.');
    this.later = later;
  }
}

function toFailure({ statusCode, headers }: http.IncomingMessage): Error {
  if (statusCode === statuses.early) return new NotYet({ steps: String(headers[stepsHeader]) });
  if (statusCode === statuses.busy) return new NotYet({ steps: 'busy' });
  return new Error(`It answered with status ${statusCode}.`);
}

/** The sealed leaf as one place gives it. */
function askPlace(
  place: PeerPlace,
  { ticket, isAhead }: Peer,
  leaf: WantedLeaf,
  { signal, patience }: Asked,
): Promise<Buffer> {
  const length = leaf.bytes + sealBytes;
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(patience.leaf)]);
  return new Promise((resolve, reject) => {
    const asked = http.get({
      ...{ host: place.address, port: place.port, agent: false, signal: inTime },
      path: `/leaf/${leaf.sha256}/${leaf.index}/${leaf.leafSha256}${isAhead ? '?wait' : ''}`,
      headers: { authorization: `Bearer ${ticket}` },
    });
    const late = setTimeout(() => asked.destroy(new Error('It is not responding.')), patience.answer);
    asked.once('response', (response) => {
      clearTimeout(late);
      if (response.statusCode === statuses.given && Number(response.headers['content-length']) === length)
        readBody(response, length).then(resolve, reject);
      else asked.destroy(toFailure(response));
    });
    asked.once('close', () => clearTimeout(late));
    asked.on('error', reject);
  });
}

/**
 * One leaf from a peer, opened and with the SHA-256 that it must have. Rejects when the peer is away, slow, refuses, or
 * gives anything else.
 */
export async function askLeaf(peer: Peer, leaf: WantedLeaf, asked: Asked): Promise<Buffer | Later> {
  let failure: unknown = new Error('It is nowhere.');
  for (const place of peer.places) {
    try {
      const sealed = await askPlace(place, peer, leaf, asked);
      const content = await openLeaf({ key: peer.key, ...leaf }, sealed);
      if ((await hashLeaf(content)) !== leaf.leafSha256) throw new Error('It gave another content.');
      return content;
    } catch (error) {
      asked.signal.throwIfAborted();
      if (error instanceof NotYet) return error.later;
      failure = error;
    }
  }
  throw failure;
}
