import path from 'node:path';
import { limits } from '../../server/contract/limits.ts';
import { isPrivateAddress } from '../../server/contract/private-address.ts';
import type { Bandwidth } from '../downloads/bandwidth.ts';
import type { SeenLibrary } from '../ipc/contract.ts';
import type { Log } from '../log.ts';
import type { ServerClient } from '../server-client.ts';
import { isThisComputer } from '../server-connection/address.ts';
import { createTurns } from '../storage/in-turn.ts';
import type { PeerPatience } from './ask-leaf.ts';
import { type Borrow, createBorrow } from './borrow.ts';
import { createLender } from './lender.ts';
import { type AnnouncedFile, type Announcement, createReceivings } from './receivings.ts';
import { createTicketCheck } from './ticket-check.ts';

type PeersOptions = {
  /** Whether the person wants it. */
  readonly isWanted: () => boolean;
  /** Origin of the server elsewhere that this app uses and is signed in to; null for none. */
  readonly server: () => string | null;
  readonly client: Pick<ServerClient, 'call'>;
  /** What the libraries had when they were seen last. */
  readonly showLibrary: () => Promise<SeenLibrary>;
  readonly listAddresses: () => readonly string[];
  readonly isMetered: () => Promise<boolean | null>;
  /** Of what is given. */
  readonly uploads: Bandwidth;
  /** Of what is taken. */
  readonly downloads: Bandwidth;
  /** Whether this app is told to receive slowly, so that nobody should wait for it. */
  readonly isSlowed?: () => boolean;
  readonly patience?: PeerPatience | undefined;
  readonly log: Log;
  readonly now: () => number;
};

export type Peers = {
  readonly borrow: Borrow & {
    /** Says which files this app is about to receive, so that others of the network need not ask the host for them too. */
    readonly announce: (files: readonly AnnouncedFile[]) => Promise<Announcement>;
  };
  /** Looks again at what was chosen, who is signed in, and what there is to give; resolves when others know. */
  readonly wake: () => Promise<void>;
  readonly stop: () => void;
};

const beatInterval = 60_000;
const smallestBytes = 1024 * 1024;

type Offer = {
  readonly revision: number;
  readonly server: string;
  readonly files: ReadonlyMap<string, readonly string[]>;
  /** As `peerHere` wants it: of the largest files. */
  readonly has: string;
};

/** What may be given: files that came from this server, that were verified, and that look untouched since. */
function toOffer({ models, revision }: SeenLibrary, server: string): Offer {
  const files = new Map<string, string[]>();
  const sizes = new Map<string, number>();
  for (const model of models.filter(({ serverUrl }) => serverUrl === server))
    for (const { sha256, relativePath, sizeBytes, isPresent, isEdited } of model.files) {
      if (!isPresent || isEdited || sizeBytes < smallestBytes) continue;
      const place = path.join(model.folder, ...relativePath.split('/'));
      files.set(sha256, [...(files.get(sha256) ?? []), place]);
      sizes.set(sha256, sizeBytes);
    }
  const largest = [...sizes].sort(([, a], [, b]) => b - a).slice(0, limits.peers.files);
  return { revision, server, files, has: toPrefixes(largest.map(([sha256]) => sha256)) };
}

const toPrefixes = (hashes: readonly string[]) =>
  Buffer.concat(hashes.map((sha256) => Buffer.from(sha256.slice(0, 16), 'hex'))).toString('base64');

/**
 * Chunks of large files from computers near by, and for them, where the person wants that: the app tells its server
 * where it is and what it has, the server decides who gets what, and nothing goes outside private networks.
 */
export function createPeers(options: PeersOptions): Peers {
  const { isWanted, server, client, log, now } = options;
  let offer: Offer | null = null;
  let told: { readonly server: string; readonly has: string; readonly receiving: string } | null = null;
  let metered = { at: Number.NEGATIVE_INFINITY, is: false };
  const inTurn = createTurns();
  let isStopped = false;

  const receivings = createReceivings({
    ...{ now, mayBeWaitedFor: () => options.isSlowed?.() !== true, grace: 2 * beatInterval },
  });

  const isServerHere = () => {
    const url = server();
    return url !== null && isThisComputer(new URL(url).hostname);
  };

  async function mayAsk(): Promise<boolean> {
    if (!isWanted() || server() === null) return false;
    if (now() - metered.at >= beatInterval)
      metered = { at: now(), is: (await options.isMetered().catch(() => null)) === true };
    return isWanted() && !metered.is;
  }

  async function readOffer(from: string): Promise<Offer> {
    const seen = await options.showLibrary();
    if (offer?.revision !== seen.revision || offer.server !== from) offer = toOffer(seen, from);
    return offer;
  }

  const lender = createLender({
    async findFiles(sha256, index) {
      const from = server();
      if (from === null || !(await mayAsk())) return [];
      const whole = (await readOffer(from)).files.get(sha256) ?? [];
      return [...whole, ...receivings.findLeaf(from, sha256, index)];
    },
    async waitFor(sha256, index, signal) {
      const from = server();
      if (from === null || !(await mayAsk())) return null;
      return receivings.waitFor(from, sha256, index, signal);
    },
    checkTicket: createTicketCheck((ticket, sha256) => client.call('checkPeer', { ticket, sha256 }), now),
    bandwidth: options.uploads,
  });

  async function leave(): Promise<void> {
    lender.close();
    if (told === null) return;
    const before = told;
    told = null;
    if (server() === before.server) await client.call('peerGone', {}); // else its token has ended, and the lease will
  }

  async function tell(from: string): Promise<void> {
    const own = options.listAddresses().filter(isPrivateAddress);
    const places = await lender.listen(isServerHere() ? ['127.0.0.1', ...own] : own);
    if (places.length === 0) return;
    const { has } = await readOffer(from);
    const here = [...places.slice(0, limits.peers.places)];
    const receiving = toPrefixes(receivings.list(from).slice(0, limits.peers.files));
    const all = { places: here, has, receiving };
    const before = told?.server === from ? told : null;
    const said = {
      places: here,
      ...(before?.has !== has && { has }),
      ...((before?.receiving ?? '') !== receiving && { receiving }),
    };
    const { knows } = await client.call('peerHere', said);
    if (!knows) await client.call('peerHere', all);
    told = { server: from, has, receiving };
  }

  const beat = (): Promise<void> =>
    inTurn(async () => {
      if (isStopped) return;
      const from = server();
      return from !== null && (await mayAsk()) ? tell(from) : leave();
    }).catch((error: unknown) => log.warn('peers.not-told', { error }));

  const beats = setInterval(() => void beat(), beatInterval).unref();
  const borrow = createBorrow({
    ...{ mayAsk, isServerHere, now, bandwidth: options.downloads },
    ...(options.patience && { patience: options.patience }),
  });
  return {
    borrow: {
      ...borrow,
      async announce(files) {
        const large = files.filter(({ sizeBytes }) => sizeBytes >= smallestBytes);
        const from = server();
        const announcement = receivings.announce(from ?? '', from === null ? [] : large);
        if (from !== null && large.length > 0 && (await mayAsk())) await beat();
        return announcement;
      },
    },
    wake: beat,
    stop() {
      isStopped = true;
      clearInterval(beats);
      lender.close();
    },
  };
}
