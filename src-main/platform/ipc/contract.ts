import { z } from 'zod';
import { ReceiptFields } from '../../../server/contract/catalogue/model-fields.ts';
import { Derived, Guid, LodName, Sha256, Variant, Words } from '../../../server/contract/common.ts';
import { dccCalls, dccEvents, pluginCalls } from './dcc-contract.ts';
import { downloadCalls, downloadEvents, surveyCalls, surveyEvents } from './downloads-contract.ts';
import { Language } from './language.ts';
import {
  libraryListCalls,
  libraryListEvents,
  lookAheadCalls,
  noteCalls,
  noteEvents,
  removalCalls,
} from './library-contract.ts';
import { doctorCalls, outboxCalls, outboxEvents, ownServerCalls } from './server-contract.ts';
import { Settings, SettingsChange } from './settings-fields.ts';
import { updateCalls, updateEvents } from './updates-contract.ts';

const Nothing = z.undefined();

export const ServerState = z.object({
  kind: z.enum(['bundled', 'remote']),
  url: z.string().nullable(),
  status: z.enum(['starting', 'indexing', 'ready', 'offline', 'failed']),
  message: Words.nullable().describe('What is wrong and what to do next'),
  progress: z.object({ done: z.number(), total: z.number() }).nullable().describe('Models indexed so far'),
  posters: z
    .object({ done: z.number(), total: z.number() })
    .nullable()
    .optional()
    .describe('Models whose posters are done, of those that get posters; set while some are waiting'),
});
export type ServerState = z.infer<typeof ServerState>;

export const Session = z.object({
  status: z.enum(['signed-out', 'waiting', 'signed-in']),
  serverUrl: z.string().nullable(),
  userName: z.string().nullable(),
  scopes: z.array(z.string()),
  /** Set while waiting for approval in the browser. */
  userCode: z.string().nullable(),
  approveUrl: z.string().nullable(),
  expiresAt: z.string().nullable(),
  message: Words.nullable().describe('Why the last sign-in failed'),
  keychain: z.object({
    isAvailable: z.boolean(),
    message: z.string().nullable().describe('Why the sign-in will be forgotten on exit, and how to fix it'),
  }),
});
export type Session = z.infer<typeof Session>;

export const LibraryFile = z.object({
  format: z.string(),
  lod: LodName,
  variant: Variant,
  relativePath: z.string(),
  sizeBytes: z.number(),
  sha256: Sha256,
  role: z.enum(['scene', 'texture', 'support']),
  derived: Derived.optional(),
  isPresent: z.boolean().describe('False when the file is missing from the disk'),
  isEdited: z
    .boolean()
    .describe('True when its size, or its content as far as that was checked, is not what was downloaded'),
  version: z
    .number()
    .int()
    .optional()
    .describe('The version of the model that it came with; absent in receipts that did not tell'),
});

export const LibraryModel = z.object({
  guid: z.string(),
  ...ReceiptFields.shape,
  serverUrl: z.string(),
  downloadedAt: z.string(),
  folder: z.string().describe('Absolute path'),
  files: z.array(LibraryFile),
  sizeBytes: z.number(),
});
export type LibraryModel = z.infer<typeof LibraryModel>;

const LibraryPlace = z.object({
  folder: z.string().describe('Absolute path'),
  name: z.string(),
  absence: Words.nullable().describe('Why it cannot be used now; null when it can'),
});
export type LibraryPlace = z.infer<typeof LibraryPlace>;

/** The models in all libraries of this computer. If several libraries contain a model, the first copy counts. */
export const Library = z.object({
  folder: z.string().describe('Of the library that downloads go to'),
  absence: Words.nullable().describe('Why that library cannot be used now; null when it can'),
  places: z.array(LibraryPlace).describe('All libraries, that one first'),
  models: z.array(LibraryModel),
  problems: z.array(z.object({ path: z.string(), message: Words })),
});
export type Library = z.infer<typeof Library>;

/** `revision` increases by one with each change sent to the window. */
export const SeenLibrary = Library.extend({ revision: z.number().int() });
export type SeenLibrary = z.infer<typeof SeenLibrary>;

export const LibraryChange = SeenLibrary.extend({
  isWhole: z.boolean().describe('True when `models` are all there are, as of another library'),
  models: z.array(LibraryModel).describe('Those that are new or have changed'),
  removed: z.array(z.string()).describe('Guids of models that are gone'),
}).describe('What is different from the revision before; problems are always all of them');
export type LibraryChange = z.infer<typeof LibraryChange>;

export const LibraryCheck = z.object({
  count: z.number().int().describe('Files that were looked at'),
  missing: z.array(z.string()).describe('Relative paths'),
  edited: z.array(z.string()).describe('Relative paths of files whose content is not what was downloaded'),
});
export type LibraryCheck = z.infer<typeof LibraryCheck>;

export const LibraryComparison = z
  .object({
    outdated: z.array(z.string()).describe('Guids of models that have a later version there'),
    current: z
      .array(z.string())
      .describe('Guids of models that are there in exactly the version that is here'),
  })
  .describe('The models that came from the connected server, compared with what it has now');
export type LibraryComparison = z.infer<typeof LibraryComparison>;

export const JoinAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('joined'), settings: Settings }),
  z
    .object({
      status: z.literal('ask'),
      address: z.string().describe('As it has to be given in `accepted`'),
      addresses: z.array(z.string()).describe('IP addresses that the name leads to'),
    })
    .describe('The server is on the person’s own network, but not encrypted: join again with `accepted`'),
]);
export type JoinAnswer = z.infer<typeof JoinAnswer>;

/** The proposal of a lodestock:// link; the user confirms it in the window. */
export const AppLink = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('connect'),
    server: z.string().describe('Its address'),
    invite: z.string().nullable().describe('Code of an invitation to that server'),
  }),
  z.object({ kind: z.literal('model'), guid: Guid }),
]);
export type AppLink = z.infer<typeof AppLink>;

const AppInfo = z.object({
  version: z.string(),
  platform: z.string(),
  isPackaged: z.boolean(),
  managed: z.array(Settings.keyof()).describe('Settings that the organisation has decided'),
});

/** Calls that only the desktop app has. Server routes with audience `desktop` are called by name in the same way. */
export const desktopCalls = {
  'app.info': { input: Nothing, output: AppInfo },
  'app.copyText': { input: z.object({ text: z.string().max(5_000_000) }), output: Nothing },
  'app.saveText': {
    input: z.object({ name: z.string().max(200), text: z.string().max(50_000_000) }),
    output: z.string().nullable().describe('Path of the file; null when the person cancelled'),
  },
  'app.speak': {
    input: z.object({ language: Language.describe('That the pages are shown in') }),
    output: Nothing,
  },
  'app.takeLink': { input: Nothing, output: AppLink.nullable() },
  'app.openLink': { input: z.object({ url: z.string().max(2048) }), output: Nothing },
  'settings.read': { input: Nothing, output: Settings },
  'settings.update': { input: SettingsChange, output: Settings },
  'settings.chooseModelsFolder': { input: Nothing, output: Settings },
  'settings.chooseCertificateFile': { input: Nothing, output: Settings },
  'settings.setProxySignIn': {
    input: z.object({ user: z.string().min(1).max(256), password: z.string().max(1024) }).nullable(),
    output: Settings,
  },
  'server.read': { input: Nothing, output: ServerState },
  'server.restart': { input: Nothing, output: ServerState },
  'server.discover': {
    input: Nothing,
    output: z
      .array(z.object({ name: z.string(), address: z.string().describe('Origin') }))
      .describe('Servers that announce themselves on the local network'),
  },
  'server.join': {
    input: z.object({
      address: z.string().max(2048),
      accepted: z.string().max(2048).nullable().describe('Server that the person agreed to use unencrypted'),
    }),
    output: JoinAnswer,
  },
  'session.read': { input: Nothing, output: Session },
  'session.signIn': { input: Nothing, output: Session },
  'session.openApproval': { input: Nothing, output: Nothing },
  'session.cancelSignIn': { input: Nothing, output: Session },
  'session.signOut': { input: Nothing, output: Session },
  ...downloadCalls,
  ...surveyCalls,
  'library.read': { input: Nothing, output: SeenLibrary },
  'library.check': { input: z.object({ guid: z.string() }), output: LibraryCheck },
  'library.reveal': {
    input: z.object({ guid: z.string(), relativePath: z.string().nullable() }),
    output: Nothing,
  },
  'library.programs': {
    input: Nothing,
    output: z
      .array(z.object({ name: z.string(), formats: z.array(z.string()) }))
      .describe('DCC apps on this computer, with what they open'),
  },
  'library.open': {
    input: z.object({
      guid: z.string(),
      relativePath: z.string(),
      program: z.string().nullable().describe('Its name; null for the one that the system chooses'),
    }),
    output: Nothing,
  },
  'library.drag': {
    input: z.object({
      items: z
        .array(z.object({ guid: z.string(), relativePath: z.string().nullable() }))
        .min(1)
        .max(1000)
        .describe('Files, or models with all their files'),
    }),
    output: Nothing,
  },
  'library.compare': { input: Nothing, output: LibraryComparison },
  ...libraryListCalls,
  ...lookAheadCalls,
  ...noteCalls,
  ...removalCalls,
  ...dccCalls,
  ...doctorCalls,
  ...outboxCalls,
  ...ownServerCalls,
  ...pluginCalls,
  ...updateCalls,
} as const;

/** Events for the window. They contain the whole new state, except for the library, which sends changes. */
const desktopEvents = {
  'settings.changed': Settings,
  'server.changed': ServerState,
  'session.changed': Session,
  ...downloadEvents,
  ...surveyEvents,
  'library.changed': LibraryChange,
  ...libraryListEvents,
  ...noteEvents,
  ...dccEvents,
  ...outboxEvents,
  ...updateEvents,
  'link.arrived': Nothing,
  'action.requested': z.string().describe('Name of the action chosen in the menu'),
} as const;

export type DesktopCallName = keyof typeof desktopCalls;
export type DesktopCallInput<N extends DesktopCallName> = z.input<(typeof desktopCalls)[N]['input']>;
export type DesktopCallOutput<N extends DesktopCallName> = z.output<(typeof desktopCalls)[N]['output']>;
export type DesktopEventName = keyof typeof desktopEvents;
export type DesktopEvent<N extends DesktopEventName> = z.output<(typeof desktopEvents)[N]>;

export type { OwnNotes } from '../../../server/contract/accounts/own-notes.ts';
export type * from './dcc-contract.ts';
export type * from './downloads-contract.ts';
export type * from './library-contract.ts';
export type * from './server-contract.ts';
export type { Settings } from './settings-fields.ts';
export type { UpdatesState } from './updates-contract.ts';
