import { z } from 'zod';
import { Guid, IsoTime, Ok, Sha256 } from './common.ts';
import { defineRoute } from './define.ts';
import { limits } from './limits.ts';

const { files, places } = limits.peers;
/** Eight bytes of each SHA-256, in Base64. */
const longest = Math.ceil((files * 8) / 3) * 4;

export const PeerPlace = z.object({
  address: z.string().max(15).describe('IPv4 address of a private network'),
  port: z.number().int().min(1).max(65_535),
});
export type PeerPlace = z.infer<typeof PeerPlace>;

const Prefixes = z
  .string()
  .max(longest)
  .regex(/^[A-Za-z0-9+/]*={0,2}$/)
  .optional();

const Ticket = z
  .string()
  .min(1)
  .max(2000)
  .regex(/^[A-Za-z0-9_-]+$/);
const Key = z
  .string()
  .describe('32 bytes in Base64: with it, AES-256-GCM seals each chunk that goes from one app to the other');

const peer = {
  method: 'POST',
  audience: ['plugin'],
  callers: ['plugin'],
  scopes: ['download:direct'],
  mayOnlyRead: true,
  rate: 'peers',
} as const;
const guarded = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'INSUFFICIENT_SCOPE',
  'INVALID_INPUT',
  'RATE_LIMITED',
] as const;

/** Apps in one network that give each other chunks of files which each of them may have from this server. */
export const peerRoutes = {
  peerHere: defineRoute({
    ...peer,
    path: '/api/peers/here',
    summary: 'Say that this app gives files to others of its network, for some minutes',
    body: z.object({
      places: z.array(PeerPlace).min(1).max(places),
      has: Prefixes.describe(
        'The first eight bytes of the SHA-256 of each file, in Base64; absent: as it was',
      ),
      receiving: Prefixes.describe(
        'The same of files that it receives now, of which it gives what it has; absent: as it was',
      ),
    }),
    response: z.object({
      ok: Ok,
      leaseSeconds: z.number().int().describe('Say it again before they are over'),
      knows: z
        .boolean()
        .describe('False: this server does not know what the app has, so send all of it again'),
    }),
    errors: guarded,
  }),
  peerGone: defineRoute({
    ...peer,
    path: '/api/peers/gone',
    summary: 'Say that this app gives nothing any more',
    response: z.object({ ok: Ok }),
    errors: guarded,
  }),
  findPeers: defineRoute({
    ...peer,
    path: '/api/peers/find',
    summary: 'Apps of the same network that have, or receive, a file which the caller owns, or which is free',
    body: z.object({ guid: Guid, relativePath: z.string().min(1).max(1024), sha256: Sha256 }),
    response: z.object({
      ok: Ok,
      expiresAt: IsoTime,
      peers: z
        .array(
          z.object({
            places: z.array(PeerPlace),
            ticket: Ticket.describe('For this file, from this caller, at this peer'),
            key: Key,
            isAhead: z
              .boolean()
              .describe(
                'It receives the file, and began before the caller: what it does not have yet may be waited for. So whoever began first asks the host, and nobody waits for each other',
              ),
          }),
        )
        .max(limits.peers.found),
    }),
    errors: [...guarded, 'MODEL_NOT_FOUND', 'FILE_NOT_FOUND'],
  }),
  checkPeer: defineRoute({
    ...peer,
    path: '/api/peers/check',
    summary: 'Whether the bearer of a ticket may have a file of the caller now',
    body: z.object({ ticket: Ticket, sha256: Sha256 }),
    response: z.object({
      ok: Ok,
      key: Key,
      validSeconds: z.number().int().describe('Check again after these'),
    }),
    errors: guarded,
  }),
};
