import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { limits } from '../contract/limits.ts';

const Milliseconds = z.number().min(0);
const Count = z.number().int().min(0);
const mebibyte = 1024 * 1024;

const Connections = z.object({
  most: Count.default(10_000).describe('Most open connections; lower if the system allows fewer descriptors'),
  perNetwork: Count.nullable()
    .default(null)
    .describe('Most from one address or IPv6 /64 network; a quarter of all if null'),
  head: Milliseconds.default(limits.requestTimeout).describe('For the head of a request, silence included'),
  check: Milliseconds.default(1_000).describe('Between checks for connections that have timed out'),
  stall: Milliseconds.default(limits.stalledTransfer).describe(
    'For a client that neither reads nor sends anything',
  ),
  answer: Milliseconds.default(5 * 60_000).describe(
    'For reading an answer that was written completely; not for transfers',
  ),
});

const Bodies = z.object({
  most: Count.default(128 * mebibyte).describe('Most bytes of request bodies being received'),
  perNetwork: Count.default(16 * mebibyte).describe('Most from one address or IPv6 /64 network'),
});

const Door = z.object({
  budget: Milliseconds.default(2).describe('Work per turn of the event loop before requests wait'),
  least: Count.default(8).describe(
    'Requests that a turn always handles while none wait; one where they are listings or pages',
  ),
  places: Count.default(1_000).describe('Most waiting requests, per kind of work'),
  wait: Milliseconds.default(5_000).describe('Longest wait of a request'),
});

const Refusals = z.object({
  burst: Count.default(100).describe('Refusals that can be sent at once'),
  perSecond: Count.default(1_000).describe('More refusals per second'),
  held: Count.default(5_000).describe(
    'Most refusals waiting to be sent; beyond that, connections are closed',
  ),
});

const Room = z.object({
  running: z.number().int().min(1).describe('At the same time'),
  perCaller: z.number().int().min(1).describe('Of these, for one caller'),
  places: Count.default(512).describe('Requests that may wait'),
  wait: Milliseconds.default(10_000).describe('Longest wait of a request'),
});

/** One core stays free for everything else, or half of one. */
const hashers = Math.max(1, Math.min(3, availableParallelism() - 1));

const Rooms = z.object({
  passwords: Room.prefault({ running: hashers, perCaller: hashers }),
  files: Room.prefault({ running: 512, perCaller: 128 }),
  archives: Room.prefault({ running: 64, perCaller: 16 }),
  uploads: Room.prefault({ running: 128, perCaller: 8 }),
  mcp: Room.prefault({ running: 256, perCaller: 64 }),
});

/** The work that the server accepts at once. More requests wait, and beyond a limit they are refused. */
export const AdmissionLimits = z.object({
  connections: Connections.prefault({}),
  bodies: Bodies.prefault({}),
  door: Door.prefault({}),
  refusals: Refusals.prefault({}),
  rooms: Rooms.prefault({}),
});
export type AdmissionLimits = z.infer<typeof AdmissionLimits>;
