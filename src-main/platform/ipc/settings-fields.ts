import { z } from 'zod';
import { AppError } from '../../../server/contract/errors.ts';
import { inTurn, textOf, type Words } from '../../../server/contract/sentence.ts';
import { toInputError } from '../storage/input-error.ts';

const Time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'is not a time like 19:00');

export const DownloadHours = z.object({
  from: Time.describe('Local time'),
  to: Time.describe(
    'Local time, of the next day if it is not after `from`; the same as `from` for a whole day',
  ),
  days: z.array(z.number().int().min(0).max(6)).min(1).describe('On which the hours begin; 0 is Sunday'),
});
export type DownloadHours = z.infer<typeof DownloadHours>;

/** The value to store, or a sentence about what is wrong with it. */
type Reading<T> = { readonly value: T } | { readonly fault: Words };

/** Checks that need Node, passed in because the renderer takes types from this file. */
export type Checks = {
  readonly readFolder: (text: string) => Reading<string>;
  readonly readAddress: (text: string) => Reading<string>;
  readonly readCertificates: (file: string) => Reading<string>;
};

type Computer = {
  readonly defaultLibraryFolder: string;
  /** True if the environment sets a models folder, so that the first start need not ask for one. */
  readonly hasModelsFolder: boolean;
};

type Field<S extends z.ZodType> = {
  readonly schema: S;
  readonly initial: z.output<S> | ((computer: Computer) => z.output<S>);
  /** Checks that the schema cannot express. */
  readonly read?: (value: z.output<S>, checks: Checks) => Reading<z.output<S>>;
};
const field = <S extends z.ZodType>(definition: Field<S>): Field<S> => definition;

/** Every setting of the app. Calls, file, initial values and checks derive from this table. */
const fields = {
  libraryFolder: field({
    schema: z.string().describe('Absolute path of the folder that downloads go to'),
    initial: ({ defaultLibraryFolder }) => defaultLibraryFolder,
    read: (folder, { readFolder }) => readFolder(folder),
  }),
  libraries: field({
    schema: z
      .array(z.object({ folder: z.string(), name: z.string().trim().min(1).max(60) }))
      .max(20)
      .describe('Other library folders, and names for any of them'),
    initial: [],
    read: (libraries, { readFolder }) => {
      const value: typeof libraries = [];
      for (const { folder, name } of libraries) {
        const reading = readFolder(folder);
        if ('fault' in reading) return reading;
        value.push({ folder: reading.value, name });
      }
      return { value };
    },
  }),
  serverUrl: field({
    schema: z.string().nullable().describe('Address of a Lodestock server; null for the bundled one'),
    initial: null,
    read: (text, { readAddress }) => (text?.trim() ? readAddress(text) : { value: null }),
  }),
  ownServer: field({
    schema: z
      .enum(['demo', 'models'])
      .nullable()
      .describe('What the server in this app offers; null until the person chose at the first start'),
    initial: ({ hasModelsFolder }) => (hasModelsFolder ? 'models' : null),
  }),
  modelsFolder: field({
    schema: z.string().nullable().describe('Absolute path of the folder with models that it offers'),
    initial: null,
    read: (folder, { readFolder }) => (folder === null ? { value: null } : readFolder(folder)),
  }),
  shareServer: field({
    schema: z.boolean().describe('Whether others on the network may use the server in this app'),
    initial: false,
  }),
  shareAddress: field({
    schema: z
      .string()
      .max(64)
      .nullable()
      .describe('IP address of this computer that others are told; null for the first there is'),
    initial: null,
  }),
  sharePrivately: field({
    schema: z.boolean().describe('Whether only people with an account may see the shared models'),
    initial: false,
  }),
  backupEvery: field({
    schema: z.enum(['day', 'week']).nullable().describe('How often that server is backed up; null for never'),
    initial: null,
  }),
  backupFolder: field({
    schema: z.string().nullable().describe('Absolute path of the folder that its backups go to'),
    initial: null,
    read: (folder, { readFolder }) => (folder === null ? { value: null } : readFolder(folder)),
  }),
  certificateFile: field({
    schema: z
      .string()
      .nullable()
      .describe('PEM file of certificate authorities to trust besides the system’s; null for none'),
    initial: null,
    read: (file, { readCertificates }) => (file?.trim() ? readCertificates(file.trim()) : { value: null }),
  }),
  proxyUser: field({
    schema: z
      .string()
      .max(256)
      .nullable()
      .describe('User name for the system’s proxy; its password is in the keychain'),
    initial: null,
    read: (user) => ({ value: user?.trim() || null }),
  }),
  startAtLogin: field({
    schema: z
      .boolean()
      .describe('Whether the system starts the app, without its window, when the person signs in'),
    initial: false,
  }),
  updates: field({
    schema: z
      .enum(['auto', 'notify', 'off'])
      .describe('Whether newer versions are installed, only told of, or not looked for'),
    initial: 'auto',
  }),
  updateChannel: field({
    schema: z.enum(['stable', 'beta']).describe('Whether test versions count'),
    initial: 'stable',
  }),
  theme: field({ schema: z.enum(['system', 'light', 'dark']), initial: 'system' }),
  parallelDownloads: field({
    schema: z.number().int().min(1).max(8).describe('Files downloaded at the same time'),
    initial: 4,
  }),
  parallelPerHost: field({
    schema: z.number().int().min(1).max(8).describe('Files downloaded from one host at the same time'),
    initial: 4,
  }),
  bandwidthLimit: field({
    schema: z
      .number()
      .int()
      .min(500_000)
      .nullable()
      .describe('Bytes per second of all downloads; null for no limit'),
    initial: null,
  }),
  downloadHours: field({
    schema: DownloadHours.nullable().describe('When downloads may go on; null for any time'),
    initial: null,
  }),
  keepAwake: field({
    schema: z.boolean().describe('Whether the computer is kept from sleeping while downloads go on'),
    initial: false,
  }),
  lookAhead: field({
    schema: z
      .boolean()
      .describe('Whether the light file of a model that is looked at is fetched before it is opened in 3D'),
    initial: true,
  }),
  pauseOnMetered: field({
    schema: z.boolean().describe('Whether downloads wait in a metered network, if the system recognises one'),
    initial: true,
  }),
};

type Table = { readonly [name: string]: { readonly schema: z.ZodType } };
type Shape<T extends Table> = { readonly [K in keyof T]: T[K]['schema'] };
function toShape<T extends Table>(table: T): Shape<T> {
  return Object.fromEntries(Object.entries(table).map(([name, { schema }]) => [name, schema])) as Shape<T>;
}

export const Settings = z.object(toShape(fields));
export type Settings = z.infer<typeof Settings>;

/** Strict: an unknown field is rejected, not dropped. */
export const SettingsChange = Settings.partial().strict();
export type SettingsChange = z.infer<typeof SettingsChange>;

type Readers = {
  readonly [K in keyof Settings]: {
    readonly read?: (value: Settings[K], checks: Checks) => Reading<Settings[K]>;
  };
};
const readers: Readers = fields;
const names = Settings.keyof().options;

export function initialSettings(computer: Computer): Settings {
  const values = names.map((name) => {
    const { initial } = fields[name];
    return [name, typeof initial === 'function' ? initial(computer) : initial];
  });
  return Settings.parse(Object.fromEntries(values));
}

/** Returns the changed fields as they will be stored. Throws INVALID_INPUT with one sentence per rejected field. */
export function readChange(change: unknown, checks: Checks): Partial<Settings> {
  const parsed = SettingsChange.safeParse(change);
  if (!parsed.success) throw toInputError('The settings were not changed', parsed.error);
  const taken: Partial<Settings> = {};
  const faults: Record<string, Words> = {};
  const take = <K extends keyof Settings>(name: K, value: Settings[K], into: { [P in K]?: Settings[P] }) => {
    const reading = readers[name].read?.(value, checks) ?? { value };
    if ('fault' in reading) faults[name] = reading.fault;
    else into[name] = reading.value;
  };
  for (const name of names) {
    const value = parsed.data[name];
    if (value !== undefined) take(name, value, taken);
  }
  if (Object.keys(faults).length === 0) return taken;
  throw new AppError('INVALID_INPUT', inTurn(...Object.values(faults)), {
    details: {
      fields: Object.fromEntries(Object.entries(faults).map(([name, fault]) => [name, textOf(fault)])),
    },
  });
}
