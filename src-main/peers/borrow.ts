import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '../../server/contract/limits.ts';
import { isPrivateAddress } from '../../server/contract/private-address.ts';
import type { Bandwidth } from '../downloads/bandwidth.ts';
import type { Receiver } from '../downloads/part-file.ts';
import type { PlannedFile } from '../downloads/plan.ts';
import type { ServerClient } from '../server-client.ts';
import { askLeaf, defaultPeerPatience, type Later, type Peer, type PeerPatience } from './ask-leaf.ts';

/** Smaller files come together from the host, as one archive, sooner than peers could be asked about each. */
const smallestBytes = 1024 * 1024;

type BorrowOptions = {
  /** Whether files may be taken from computers near by now. */
  readonly mayAsk: () => Promise<boolean>;
  /** Whether the server is on this computer, so that its peers may be too. */
  readonly isServerHere: () => boolean;
  readonly patience?: PeerPatience;
  readonly bandwidth?: Bandwidth | undefined;
  readonly now: () => number;
};

type Receiving = {
  readonly file: PlannedFile;
  readonly leaves: readonly string[];
  readonly part: Receiver;
  readonly signal: AbortSignal;
  /** Called after each leaf, with its bytes. */
  readonly onLeaf: (bytes: number) => void;
};

export type Borrow = {
  /** Who near by has a file that this account may have; nobody where that cannot be found out. */
  readonly find: (
    client: ServerClient,
    guid: string,
    file: PlannedFile,
    signal: AbortSignal,
  ) => Promise<readonly Peer[]>;
  /** Receives leaves from them, in order, as long as any of them gives good ones, or is about to. Rejects only with the signal, or for the disk. */
  readonly receive: (peers: readonly Peer[], receiving: Receiving) => Promise<void>;
};

/** Milliseconds between two questions for a leaf that is not there. */
const pause = 100;

/** Decides how long peers are waited for that have not given a leaf yet. */
function createWaits({ idle, coming }: PeerPatience, now: () => number) {
  let index = -1;
  let since = 0;
  let seen = new Map<Peer, Later & { readonly at: number }>();
  return (peer: Peer, leaf: number, later: Later): boolean => {
    if (leaf !== index) {
      index = leaf;
      since = now();
      seen = new Map();
    }
    const before = seen.get(peer);
    if (before?.steps !== later.steps) seen.set(peer, { ...later, at: now() });
    return now() - since < coming && now() - (seen.get(peer)?.at ?? 0) < idle;
  };
}

/** Milliseconds for which a model that nobody near by has is not asked about again. */
const quietFor = 10_000;

const isThisComputer = (address: string) => address === '127.0.0.1';

/** Takes leaves from apps near by before the host is asked for them. What they give counts only with the right hash. */
export function createBorrow(options: BorrowOptions): Borrow {
  const { patience = defaultPeerPatience, bandwidth, now } = options;
  const quiet = new Map<string, number>();

  const mayGoTo = (address: string) =>
    isPrivateAddress(address) || (isThisComputer(address) && options.isServerHere());

  async function ask(
    client: ServerClient,
    guid: string,
    { relativePath, sha256 }: PlannedFile,
  ): Promise<Peer[]> {
    const { peers } = await client.call('findPeers', { guid, relativePath, sha256 });
    return peers.flatMap(({ places, ticket, key, isAhead }) => {
      const near = places.filter(({ address }) => mayGoTo(address));
      return near.length === 0
        ? []
        : [{ places: near, ticket, key: Buffer.from(key, 'base64'), isAhead: isAhead === true }];
    });
  }

  return {
    async find(client, guid, file, signal) {
      if (file.sizeBytes < smallestBytes || (quiet.get(guid) ?? 0) > now()) return [];
      if (!(await options.mayAsk())) return [];
      const peers = await ask(client, guid, file).catch((): Peer[] => []); // a server that knows nothing of peers, too
      signal.throwIfAborted();
      if (peers.length > 0) quiet.delete(guid);
      else quiet.set(guid, now() + quietFor);
      return peers;
    },
    async receive(peers, { file, leaves, part, signal, onLeaf }) {
      const left = [...peers];
      const over = new AbortController();
      const asked = { signal: AbortSignal.any([signal, over.signal]), patience };
      const mayWait = createWaits(patience, now);
      let turn = 0;
      const start = (index: number) => {
        const peer = left[turn % left.length];
        const leafSha256 = leaves[index];
        if (peer === undefined || leafSha256 === undefined) return null;
        turn += 1;
        const bytes = Math.min(limits.leafBytes, file.sizeBytes - index * limits.leafBytes);
        const content = askLeaf(peer, { sha256: file.sha256, index, leafSha256, bytes }, asked);
        content.catch(() => undefined); // it is waited for later, or not any more
        return { peer, content };
      };
      const first = part.receivedBytes() / limits.leafBytes;
      if (!Number.isInteger(first)) return;
      try {
        let going = start(first);
        for (let index = first; going !== null; ) {
          const { peer, content } = going;
          const leaf = await content.catch(() => null);
          signal.throwIfAborted();
          if (leaf === null || !Buffer.isBuffer(leaf)) {
            if (leaf === null || !mayWait(peer, index, leaf)) left.splice(left.indexOf(peer), 1);
            else await delay(pause, undefined, { signal });
            going = start(index);
            continue;
          }
          index += 1;
          going = start(index); // on its way while this one is written
          await bandwidth?.take(leaf.length, signal);
          await part.append([leaf]);
          onLeaf(leaf.length);
        }
      } finally {
        over.abort();
      }
    },
  };
}
