import { z } from 'zod';
import { Sha256 } from '../../../server/contract/common.ts';
import { findPathFault } from '../../../server/contract/relative-path.ts';

/** SHA-256 of each file, by its path in the plugin's folder. */
export const FileHashes = z.record(
  z.string().refine((name) => findPathFault(name) === null, 'It points outside its folder.'),
  Sha256,
);
export const InstallRecord = z.object({ version: z.string(), files: FileHashes });
export type InstallRecord = z.infer<typeof InstallRecord>;

/** What Lodestock installed where, so that it recognises its files. */
export const InstallRecords = z.object({
  version: z.literal(1),
  places: z.record(z.string(), InstallRecord),
});
export type InstallRecords = z.infer<typeof InstallRecords>;
