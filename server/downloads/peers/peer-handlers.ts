import { randomBytes } from 'node:crypto';
import { type Clock, toIso } from '../../base/clock.ts';
import type { Handlers } from '../../base/http/bind.ts';
import type { Unlocks } from '../../billing/unlocks.ts';
import type { Models } from '../../catalogue/model/models.ts';
import { AppError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { isPeerAddress, networkOf } from './peer-network.ts';
import { createPeerRegistry, type FoundPeer, readHas } from './peer-registry.ts';
import { createPeerTickets } from './peer-tickets.ts';

type Parts = {
  readonly models: Models;
  readonly unlocks: Pick<Unlocks, 'has'>;
  /** The server's own, which all processes of a site share. */
  readonly key: Buffer;
  readonly clock: Clock;
  readonly isTokenAlive: (tokenId: string) => boolean;
};

type Names = 'peerHere' | 'peerGone' | 'findPeers' | 'checkPeer';
type Wanted = { readonly guid: string; readonly relativePath: string; readonly sha256: string };

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000);
const keyBytes = 32;

const refused = () =>
  new AppError('FORBIDDEN', 'This ticket is not valid for this file, or has expired. Send nothing for it.');

/** In no order, so that many who ask for one file are spread over those who have it. */
const shuffle = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

/** Brings apps of one network together. Who may have a file is decided here alone, when it is asked for and again when it is given. */
export function createPeerHandlers({
  models,
  unlocks,
  key,
  clock,
  isTokenAlive,
}: Parts): Pick<Handlers, Names> {
  const registry = createPeerRegistry(clock);
  const tickets = createPeerTickets(key);

  /** Whether an account has, or may have for nothing, exactly this file of the catalogue. Throws where there is none. */
  async function mayHave(accountId: string, { guid, relativePath, sha256 }: Wanted): Promise<boolean> {
    const model = models.get(guid);
    const file = models.files(model.id).find((one) => one.relativePath === relativePath);
    if (file?.sha256 !== sha256)
      throw new AppError(
        'FILE_NOT_FOUND',
        `${relativePath} is not in the catalogue with this content. Ask for the download again.`,
      );
    return file.lod === '1k' || unlocks.has(accountId, guid);
  }

  return {
    peerHere({ body, caller, http }) {
      const network = networkOf(http.request.ip);
      const places = body.places.filter(({ address }) => isPeerAddress(address, network));
      if (places.length === 0)
        throw new AppError('INVALID_INPUT', 'None of these addresses is on a private network.', {
          details: { fields: { places: 'has no address of a private network' } },
        });
      const read = (said: string | undefined) => (said === undefined ? null : readHas(said));
      const said = { has: read(body.has), receiving: read(body.receiving) };
      const knows = registry.put({ tokenId: caller.tokenId, network, places, ...said });
      return { ok: true, leaseSeconds: seconds(limits.peers.lease), knows };
    },
    peerGone({ caller }) {
      registry.drop(caller.tokenId);
      return { ok: true };
    },
    async findPeers({ body, caller, http }) {
      if (!(await mayHave(caller.accountId, body)))
        throw new AppError('FORBIDDEN', 'You do not own this model. Unlock it first.');
      const expiresAt = clock() + limits.peers.ticket;
      const asker = { tokenId: caller.tokenId, network: networkOf(http.request.ip) };
      const found = registry.find(asker, body.sha256).filter(({ tokenId }) => isTokenAlive(tokenId));
      // Who is behind may have a chunk all the same, after a download that was cut off.
      const isBehind = ({ state }: FoundPeer) => state === 'behind';
      const best = shuffle(found.filter((one) => !isBehind(one)));
      const peers = [...best, ...shuffle(found.filter(isBehind))]
        .slice(0, limits.peers.found)
        .map(({ tokenId: peer, places, state }) => {
          const sealing = randomBytes(keyBytes).toString('base64');
          const { tokenId, accountId } = caller;
          const ticket = tickets.seal({ ...body, tokenId, accountId, peer, key: sealing, expiresAt });
          return { places: [...places], ticket, key: sealing, isAhead: state === 'ahead' };
        });
      return { ok: true, expiresAt: toIso(expiresAt), peers };
    },
    async checkPeer({ body, caller }) {
      const claims = tickets.open(body.ticket);
      const left = (claims?.expiresAt ?? 0) - clock();
      const isMeant = claims?.peer === caller.tokenId && claims.sha256 === body.sha256 && left > 0;
      if (claims === null || !isMeant || !isTokenAlive(claims.tokenId)) throw refused();
      if (!(await mayHave(claims.accountId, claims).catch(() => false))) throw refused();
      return { ok: true, key: claims.key, validSeconds: seconds(Math.min(left, limits.peers.check)) };
    },
  };
}
