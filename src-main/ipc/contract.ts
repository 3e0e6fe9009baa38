import { z } from 'zod';
import { Guid, LodName, Sha256, Usd, Variant } from '../../server/contract/common.ts';
import { dccCalls, dccEvents } from './dcc-contract.ts';
import { starterCalls } from './starters-contract.ts';

const Nothing = z.undefined();

export const Theme = z.enum(['system', 'light', 'dark']);

export const Settings = z.object({
  libraryFolder: z.string().describe('Absolute path of the folder that downloads go to'),
  serverUrl: z.string().nullable().describe('Address of a Lodestock server; null for the bundled one'),
  theme: Theme,
  parallelDownloads: z.number().int().min(1).max(8).describe('Files fetched at the same time'),
});
export type Settings = z.infer<typeof Settings>;

export const ServerState = z.object({
  kind: z.enum(['bundled', 'remote']),
  url: z.string().nullable(),
  status: z.enum(['starting', 'indexing', 'ready', 'offline', 'failed']),
  message: z.string().nullable().describe('What is wrong and what to do next'),
  progress: z.object({ done: z.number(), total: z.number() }).nullable().describe('Models indexed so far'),
  posters: z
    .object({ done: z.number(), total: z.number() })
    .nullable()
    .optional()
    .describe('Models with posters of those that get some, while some wait'),
});
export type ServerState = z.infer<typeof ServerState>;

export const Session = z.object({
  status: z.enum(['signed-out', 'waiting', 'signed-in']),
  serverUrl: z.string().nullable(),
  userName: z.string().nullable(),
  scopes: z.array(z.string()),
  /** Set while a browser approval is awaited. */
  userCode: z.string().nullable(),
  approveUrl: z.string().nullable(),
  expiresAt: z.string().nullable(),
  message: z.string().nullable().describe('Why the last sign-in ended without success'),
  keychain: z.object({
    isAvailable: z.boolean(),
    message: z.string().nullable().describe('Why the sign-in will be forgotten at exit, and how to mend it'),
  }),
});
export type Session = z.infer<typeof Session>;

/** One exact scene file to fetch with all it needs. */
export const DownloadRequest = z.object({
  guid: Guid,
  title: z.string(),
  format: z.string(),
  lod: LodName,
  variant: Variant,
  relativePath: z.string(),
});
export type DownloadRequest = z.infer<typeof DownloadRequest>;

export const DownloadJob = DownloadRequest.extend({
  id: z.string(),
  status: z.enum(['queued', 'resolving', 'downloading', 'verifying', 'done', 'failed', 'cancelled']),
  receivedBytes: z.number(),
  totalBytes: z.number().nullable(),
  bytesPerSecond: z.number().nullable(),
  fileCount: z.number().int(),
  chargedUsd: Usd.nullable(),
  error: z.object({ code: z.string(), message: z.string(), canRetry: z.boolean() }).nullable(),
  filePath: z.string().nullable().describe('Absolute path of the scene file once it is there'),
  addedAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type DownloadJob = z.infer<typeof DownloadJob>;

export const LibraryFile = z.object({
  format: z.string(),
  lod: LodName,
  variant: Variant,
  relativePath: z.string(),
  sizeBytes: z.number(),
  sha256: Sha256,
  role: z.enum(['scene', 'texture', 'support']),
  isPresent: z.boolean().describe('False when the file is gone from the disk or has another size'),
});

export const LibraryModel = z.object({
  guid: z.string(),
  title: z.string(),
  version: z.number().int(),
  license: z.string(),
  attribution: z.string().nullable(),
  serverUrl: z.string(),
  downloadedAt: z.string(),
  folder: z.string().describe('Absolute path'),
  files: z.array(LibraryFile),
  sizeBytes: z.number(),
});
export type LibraryModel = z.infer<typeof LibraryModel>;

export const Library = z.object({
  folder: z.string(),
  models: z.array(LibraryModel),
  problems: z.array(z.object({ path: z.string(), message: z.string() })),
});
export type Library = z.infer<typeof Library>;

const AppInfo = z.object({ version: z.string(), platform: z.string(), isPackaged: z.boolean() });

/** What only the desktop can do. Routes of the server with audience `desktop` are callable beside these, by their name. */
export const desktopCalls = {
  'app.info': { input: Nothing, output: AppInfo },
  'app.copyText': { input: z.object({ text: z.string().max(100_000) }), output: Nothing },
  'app.openLink': { input: z.object({ url: z.string().max(2048) }), output: Nothing },
  'settings.read': { input: Nothing, output: Settings },
  'settings.update': { input: Settings.partial(), output: Settings },
  'settings.chooseLibraryFolder': { input: Nothing, output: Settings },
  'server.read': { input: Nothing, output: ServerState },
  'server.restart': { input: Nothing, output: ServerState },
  'session.read': { input: Nothing, output: Session },
  'session.signIn': { input: Nothing, output: Session },
  'session.openApproval': { input: Nothing, output: Nothing },
  'session.cancelSignIn': { input: Nothing, output: Session },
  'session.signOut': { input: Nothing, output: Session },
  'downloads.read': { input: Nothing, output: z.array(DownloadJob) },
  'downloads.add': { input: DownloadRequest, output: DownloadJob },
  'downloads.cancel': { input: z.object({ id: z.string() }), output: Nothing },
  'downloads.retry': { input: z.object({ id: z.string() }), output: Nothing },
  'downloads.clearFinished': { input: Nothing, output: Nothing },
  'library.read': { input: Nothing, output: Library },
  'library.reveal': {
    input: z.object({ guid: z.string(), relativePath: z.string().nullable() }),
    output: Nothing,
  },
  ...dccCalls,
  ...starterCalls,
} as const;

/** What the main process tells the window; state events carry the whole new state. */
export const desktopEvents = {
  'settings.changed': Settings,
  'server.changed': ServerState,
  'session.changed': Session,
  'downloads.changed': z.array(DownloadJob).describe('At most ten times a second'),
  'library.changed': Library,
  ...dccEvents,
  'action.requested': z.string().describe('Name of a user action chosen in the menu'),
} as const;

export type DesktopCallName = keyof typeof desktopCalls;
export type DesktopCallInput<N extends DesktopCallName> = z.input<(typeof desktopCalls)[N]['input']>;
export type DesktopCallOutput<N extends DesktopCallName> = z.output<(typeof desktopCalls)[N]['output']>;
export type DesktopEventName = keyof typeof desktopEvents;
export type DesktopEvent<N extends DesktopEventName> = z.output<(typeof desktopEvents)[N]>;

export { channels } from './channels.ts';
export type { DccJob, DccState, OpenHost } from './dcc-contract.ts';
export type { StartersState, StarterTarget } from './starters-contract.ts';
