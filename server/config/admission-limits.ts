import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { limits } from '../contract/limits.ts';

const Milliseconds = z.number().min(0);
const Count = z.number().int().min(0);
const mebibyte = 1024 * 1024;

/** Concurrent work of one kind, in total and per caller; and how many requests can wait, and how long. */
const room = (running: number, perCaller: number) =>
  z
    .object({
      running: Count.default(running),
      perCaller: Count.default(perCaller),
      places: Count.default(512),
      wait: Milliseconds.default(10_000),
    })
    .prefault({});

/** Leaves one core, or half of a single one, for everything else. */
const hashers = Math.max(1, Math.min(3, availableParallelism() - 1));

/** Work that the server accepts at once. Further requests wait; beyond a limit they are refused. */
export const AdmissionLimits = z.object({
  connections: z
    .object({
      /** Reduced if the system allows fewer descriptors. */
      most: Count.default(10_000),
      /** Time for a request's head, including silence. */
      head: Milliseconds.default(limits.requestTimeout),
      check: Milliseconds.default(1_000),
      /** For a client that neither reads nor sends. */
      stall: Milliseconds.default(limits.stalledTransfer),
      /** Time to read a fully written response; does not limit transfers. */
      answer: Milliseconds.default(5 * 60_000),
    })
    .prefault({}),
  /** Bytes of request bodies in flight. */
  bodies: z
    .object({ most: Count.default(128 * mebibyte), perNetwork: Count.default(16 * mebibyte) })
    .prefault({}),
  /** Time budget per turn of the event loop; requests of one kind that can wait, and how long. */
  door: z
    .object({
      budget: Milliseconds.default(2),
      places: Count.default(1_000),
      wait: Milliseconds.default(5_000),
    })
    .prefault({}),
  /** Refusals delayed before they are sent; beyond that, connections are closed. */
  refusals: z.object({ most: Count.default(1_000), wait: Milliseconds.default(500) }).prefault({}),
  rooms: z
    .object({
      passwords: room(hashers, hashers),
      files: room(512, 128),
      archives: room(64, 16),
      uploads: room(128, 8),
      mcp: room(256, 64),
    })
    .prefault({}),
});
