import { z } from 'zod';
import { Flag } from './flag.ts';

export const watchSettings = {
  LODESTOCK_WATCH: Flag.default(true).describe('Watch the library for changes'),
  LODESTOCK_QUIET_SECONDS: z.coerce
    .number()
    .min(0)
    .max(3600)
    .default(2)
    .describe('Seconds without writes before a folder is published'),
  LODESTOCK_SCAN_INTERVAL_SECONDS: z.coerce
    .number()
    .min(0)
    .max(2_000_000)
    .default(300)
    .describe('Seconds between full scans; 0 for none'),
};
