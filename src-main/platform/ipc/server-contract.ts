import { z } from 'zod';
import { Finding } from '../../../server/contract/admin/doctor.ts';
import { Failure, Words } from '../../../server/contract/common.ts';
import { PublishWish } from '../../../server/contract/publish.ts';

const Nothing = z.undefined();

export const OwnServer = z.object({
  url: z
    .string()
    .nullable()
    .describe(
      'What others on the network enter; null while it is not shared, or this computer is in no network',
    ),
  addresses: z.array(z.string()).describe('IPv4 addresses of this computer in its networks'),
  obstacle: z.string().nullable().describe('Why it cannot be shared now; null when it can'),
  hasAdmin: z.boolean().describe('Whether the server has an admin who can let others in'),
  dataFolder: z.string().describe('Absolute path'),
  lastBackup: z
    .object({ file: z.string().describe('Absolute path'), at: z.string(), sizeBytes: z.number() })
    .nullable(),
  backupProblem: Words.nullable().describe('Why the last backup could not be made'),
});
export type OwnServer = z.infer<typeof OwnServer>;

export const StorageUse = z.object({
  parts: z
    .array(
      z.object({
        part: z.enum(['database', 'copies', 'posters', 'levels', 'published', 'unpacked', 'demo', 'other']),
        sizeBytes: z.number(),
      }),
    )
    .describe('Of the data folder, the largest first'),
  freeBytes: z.number().nullable().describe('Of its disk; null where the system does not tell'),
});
export type StorageUse = z.infer<typeof StorageUse>;

export const Restored = z.object({
  madeAt: z.string().describe('When the backup was made'),
  aside: z.string().describe('Folder with what was there before'),
});
export type Restored = z.infer<typeof Restored>;

export const ServerFinding = z.object({
  kind: z.enum(['database', 'ledger', 'library']),
  what: Words,
  advice: z.string().nullable().describe('Null where it names a command for a terminal'),
});

export const CheckCounts = z.object({
  accounts: z.number(),
  ledgerRows: z.number(),
  unlocks: z.number(),
  files: z.number(),
});

export const ServerCheck = z
  .object({
    isSound: z.boolean(),
    findings: z.array(ServerFinding).describe('The first ones'),
    more: z.number().int().describe('Findings that are left out'),
    counts: CheckCounts.nullable().describe('What was compared; null when the rest could not be'),
    trouble: z.string().nullable().describe('Why nothing could be checked'),
  })
  .describe('What `check` found');
export type ServerCheck = z.infer<typeof ServerCheck>;

/** The bundled server, for the user who runs it. */
export const ownServerCalls = {
  'ownServer.read': { input: Nothing, output: OwnServer },
  'ownServer.share': { input: z.object({ isShared: z.boolean() }), output: OwnServer },
  'ownServer.measure': { input: Nothing, output: StorageUse },
  'ownServer.check': {
    input: Nothing,
    output: ServerCheck,
  },
  'ownServer.readLog': { input: Nothing, output: z.array(z.string()).describe('The last lines') },
  'ownServer.showLog': { input: Nothing, output: Nothing },
  'ownServer.chooseBackupFolder': { input: Nothing, output: OwnServer },
  'ownServer.backUp': { input: Nothing, output: OwnServer },
  'ownServer.restore': {
    input: Nothing,
    output: Restored.nullable().describe('Null when the person chose no file'),
  },
} as const;

/** A file being uploaded to the server, to be published there. */
export const OutboxFile = z.object({
  relativePath: z.string(),
  sizeBytes: z.number(),
  sentBytes: z.number().describe('Bytes that are on the server'),
  state: z
    .enum(['waiting', 'reading', 'sending', 'done', 'failed'])
    .describe('reading: its SHA-256 is being made; waiting also while nobody is signed in'),
  uploadId: z.string().nullable(),
  error: Failure.nullable().describe(
    'Of a failed file why it failed, of one that is being sent why nothing arrives now',
  ),
});
export type OutboxFile = z.infer<typeof OutboxFile>;

const OutboxState = z.object({
  files: z.array(OutboxFile).describe('Without those that the server has taken'),
  wishes: z.array(PublishWish),
});
export type OutboxState = z.infer<typeof OutboxState>;

export const outboxCalls = {
  'outbox.read': { input: z.undefined(), output: OutboxState },
  'outbox.remove': {
    input: z.object({ relativePaths: z.array(z.string()) }),
    output: z.undefined(),
  },
  'outbox.publish': {
    input: PublishWish.pick({ files: true, scene: true, product: true, guid: true, isOneModel: true }),
    output: z.undefined(),
  },
  'outbox.close': { input: z.object({ publishId: z.string() }), output: z.undefined() },
  'outbox.forget': { input: z.undefined(), output: z.undefined() },
} as const;

export const outboxEvents = {
  'outbox.changed': OutboxState.describe('At most ten times a second'),
} as const;

export type { Finding } from '../../../server/contract/admin/doctor.ts';

export const doctorCalls = {
  'doctor.examine': {
    input: z.undefined(),
    output: z.object({
      findings: z.array(Finding),
      report: z.string().describe('The findings and versions as text, without secrets'),
    }),
  },
  'doctor.bundle': {
    input: z.undefined(),
    output: z
      .object({ name: z.string().describe('For a file'), text: z.string() })
      .describe('Versions, settings, findings and the end of the logs, without secrets; nothing is sent'),
  },
} as const;
