import { z } from 'zod';
import { limits } from '../contract/limits.ts';
import { AdmissionLimits } from './admission-limits.ts';

export const usualWaits = { patience: 2_500, connectTime: 2_000 };

const Milliseconds = z.number().min(0);

/** How a site follows file hosts. All waits add up to less than ten seconds, so changes arrive within that time. */
const SyncTimes = z.object({
  wait: Milliseconds.default(5_000).describe('How long a host may hold a request that finds nothing new'),
  idle: Milliseconds.default(1_000).describe('Between requests to a host that answers at once'),
  retry: Milliseconds.default(30_000).describe('Before a refused product is requested again'),
  compare: Milliseconds.default(300_000).describe('Between comparisons with a restarted host'),
  firstPause: Milliseconds.default(250).describe('Before the first retry after a fault'),
  longestPause: Milliseconds.default(8_000).describe('Longest wait before a retry after a fault'),
  probe: Milliseconds.default(2_000).describe('Time limit for checking whether a host responds'),
  offer: Milliseconds.default(3_000).describe('Time limit for a host to confirm that it serves a file'),
  firstReading: Milliseconds.default(600_000).describe(
    'How long a new site waits for its hosts before it is ready',
  ),
  hurry: Milliseconds.default(1_000).describe('Between checks caused by requests for files'),
});
export type SyncTimes = z.infer<typeof SyncTimes>;

const PosterTimes = z.object({
  timeout: Milliseconds.default(limits.poster.timeout).describe('Time limit for drawing a model'),
  grace: Milliseconds.default(5_000).describe('Extra time for a renderer to report what was wrong'),
  retry: Milliseconds.default(60_000).describe('Before a failed model is drawn again; longer each time'),
});
export type PosterTimes = z.infer<typeof PosterTimes>;

/** Timeouts for PostgreSQL with shared accounts: for a query's answer, and for connecting. */
const AccountTimes = z.object({
  patience: Milliseconds.default(usualWaits.patience),
  connectTime: Milliseconds.default(usualWaits.connectTime),
});

/** Milliseconds and limits that only tests and benchmarks change. */
const Tuning = z.strictObject({
  sync: SyncTimes.prefault({}),
  posters: PosterTimes.prefault({}),
  accounts: AccountTimes.prefault({}),
  admission: AdmissionLimits.prefault({}),
  /** How long a search waits for other catalogues. */
  sourceDeadline: Milliseconds.default(800),
  /** Interval of checks for a renewed certificate. */
  tlsLook: Milliseconds.default(30_000),
  /** Port for multicast DNS; null for the standard one. */
  mdnsPort: z.number().int().min(1).max(65_535).nullable().default(null),
  /** Downloads per token and window; null for the contract's limit. */
  directLimit: z.object({ max: z.number(), window: z.number() }).nullable().default(null),
  /** How far processes that make levels and posters yield to others, as for `nice`: 0 not at all, 19 fully. */
  levelPriority: z.number().int().min(0).max(19).default(10),
  /** Pages of a catalogue up to which long queries need no thread. */
  fewPages: z.number().int().min(0).default(1024),
  /** Threads that read a library; null for one more than cores. */
  readers: z.number().int().min(1).nullable().default(null),
});
export type TuningInput = z.input<typeof Tuning>;

/** Parses tuning from JSON text; missing values get their defaults. */
export const TuningText = z
  .string()
  .default('{}')
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'Write JSON, such as {"sync":{"idle":100}}' });
      return z.NEVER;
    }
  })
  .pipe(Tuning);
