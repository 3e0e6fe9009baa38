import { z } from 'zod';
import { Sha256 } from '../../server/contract/common.ts';

const Installed = z.object({ version: z.string(), files: z.record(z.string(), Sha256) });

/** What the app has put where, so that it knows its own files again. */
export const InstallRecords = z.object({ version: z.literal(1), places: z.record(z.string(), Installed) });
export type InstallRecords = z.infer<typeof InstallRecords>;
export type InstallRecord = z.infer<typeof Installed>;
