import type { Clock } from '../../base/clock.ts';
import { limits } from '../../contract/limits.ts';
import type { PeerPlace } from '../../contract/peers.ts';

export type Peer = {
  /** The token of the app, which is its name here. */
  readonly tokenId: string;
  readonly network: string;
  readonly places: readonly PeerPlace[];
  /** The first eight bytes of the SHA-256 of each of its files. */
  readonly has: BigUint64Array;
};
type Known = Peer & { readonly until: number };

export type PeerRegistry = {
  /** `has` is null for what was said before; false when nothing was. */
  readonly put: (said: Omit<Peer, 'has'> & { readonly has: BigUint64Array | null }) => boolean;
  readonly drop: (tokenId: string) => void;
  /** The peers of a network that say they have a file, in no order. */
  readonly find: (network: string, sha256: string) => readonly Peer[];
};

/** What an app says of its files; the rest of a length that is no multiple of eight is ignored. */
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

  return {
    put({ has, ...said }) {
      sweep();
      const known = peers.get(said.tokenId);
      const isKnown = known !== undefined && known.until > clock();
      if (!isKnown && peers.size >= limits.peers.all) return false;
      const kept = has ?? (isKnown ? known.has : null);
      peers.set(said.tokenId, {
        ...said,
        has: kept ?? new BigUint64Array(),
        until: clock() + limits.peers.lease,
      });
      return kept !== null;
    },
    drop: (tokenId) => void peers.delete(tokenId),
    find(network, sha256) {
      const now = clock();
      const first = BigInt(`0x${sha256.slice(0, 16)}`);
      return [...peers.values()].filter(
        (peer) => peer.network === network && peer.until > now && peer.has.includes(first),
      );
    },
  };
}
