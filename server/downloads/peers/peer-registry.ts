import type { Clock } from '../../base/clock.ts';
import { limits } from '../../contract/limits.ts';
import type { PeerPlace } from '../../contract/peers.ts';

type Peer = {
  /** The token of the app, which is its name here. */
  readonly tokenId: string;
  readonly network: string;
  readonly places: readonly PeerPlace[];
};
type Known = Peer & {
  /** The first eight bytes of the SHA-256 of each of its files. */
  readonly has: BigUint64Array;
  /** The same of files that it receives, each with when it said so first: numbers that only grow. */
  readonly receiving: ReadonlyMap<bigint, number>;
  readonly until: number;
};

/** A peer that has a file whole, or receives it and began before or behind who asks. */
export type FoundPeer = Peer & { readonly state: 'whole' | 'ahead' | 'behind' };

/** What an app says of its files; null is what it said before. */
type Said = Peer & { readonly has: BigUint64Array | null; readonly receiving: BigUint64Array | null };

type PeerRegistry = {
  /** False when something was to be as before, and there is nothing before. */
  readonly put: (said: Said) => boolean;
  readonly drop: (tokenId: string) => void;
  /** The other peers of a network that say they have a file, or receive it, in no order. */
  readonly find: (
    asker: { readonly tokenId: string; readonly network: string },
    sha256: string,
  ) => FoundPeer[];
};

/** What an app says of its files; the rest of a length that is not a multiple of eight is ignored. */
export function readHas(text: string): BigUint64Array {
  const bytes = Buffer.from(text, 'base64');
  return BigUint64Array.from({ length: Math.floor(bytes.length / 8) }, (_, index) =>
    bytes.readBigUInt64BE(index * 8),
  );
}

/**
 * Who gives files, as long as they say so again. It is kept in memory, by each process of a site for itself: it is worth
 * nothing after minutes, and an app that is heard of at one process only is missed at another, never mistaken.
 */
export function createPeerRegistry(clock: Clock): PeerRegistry {
  const peers = new Map<string, Known>();
  let sweptAt = clock();

  function sweep(): void {
    const now = clock();
    if (now - sweptAt < limits.peers.check && peers.size < limits.peers.all) return;
    sweptAt = now;
    for (const [tokenId, { until }] of peers) if (until <= now) peers.delete(tokenId);
  }

  let beginnings = 0;
  /** What began before keeps its turn. */
  function toReceiving(said: BigUint64Array, before: Known['receiving'] | undefined): Known['receiving'] {
    return new Map(
      [...said].map((first) => {
        const known = before?.get(first);
        if (known === undefined) beginnings += 1;
        return [first, known ?? beginnings];
      }),
    );
  }

  return {
    put({ has, receiving, ...said }) {
      sweep();
      const found = peers.get(said.tokenId);
      const known = found !== undefined && found.until > clock() ? found : undefined;
      if (known === undefined && peers.size >= limits.peers.all) return false;
      peers.set(said.tokenId, {
        ...said,
        has: has ?? known?.has ?? new BigUint64Array(),
        receiving:
          receiving === null ? (known?.receiving ?? new Map()) : toReceiving(receiving, known?.receiving),
        until: clock() + limits.peers.lease,
      });
      return known !== undefined || has !== null;
    },
    drop: (tokenId) => void peers.delete(tokenId),
    find({ tokenId, network }, sha256) {
      const now = clock();
      const first = BigInt(`0x${sha256.slice(0, 16)}`);
      const own = peers.get(tokenId)?.receiving.get(first) ?? Number.POSITIVE_INFINITY;
      const found: FoundPeer[] = [];
      for (const { has, receiving, until, ...peer } of peers.values()) {
        if (peer.network !== network || peer.tokenId === tokenId || until <= now) continue;
        const since = receiving.get(first);
        if (has.includes(first)) found.push({ ...peer, state: 'whole' });
        else if (since !== undefined) found.push({ ...peer, state: since < own ? 'ahead' : 'behind' });
      }
      return found;
    },
  };
}
