import path from 'node:path';
import { z } from 'zod';
import { AppError } from '../../server/contract/errors.ts';
import { Settings } from '../ipc/contract.ts';
import { readServerAddress } from '../server-connection/address.ts';
import type { JsonFile } from '../storage/json-file.ts';

export type SettingsChange = z.output<ReturnType<typeof Settings.partial>>;

export type SettingsStore = {
  readonly read: () => Settings;
  readonly load: () => Promise<void>;
  /** Throws INVALID_INPUT with one sentence per field; nothing is changed then. */
  readonly update: (change: SettingsChange) => Promise<Settings>;
};

type SettingsOptions = {
  readonly file: JsonFile<SettingsFile>;
  readonly defaultLibraryFolder: string;
  readonly onChange: (settings: Settings, previous: Settings) => void;
};

function notSaved(error: unknown): AppError {
  const reason = error instanceof Error ? error.message : String(error);
  return new AppError(
    'UNAVAILABLE',
    `The settings could not be saved (${reason}). Free some space or check the disk, then change them again.`,
    { cause: error },
  );
}

function refuse(field: keyof Settings, fault: string): AppError {
  return new AppError('INVALID_INPUT', fault, { details: { fields: { [field]: fault } } });
}

function readLibraryFolder(folder: string): string {
  if (!path.isAbsolute(folder) || folder.includes('\0'))
    throw refuse(
      'libraryFolder',
      `“${folder}” is not a full path. Choose the library folder with the button.`,
    );
  return path.resolve(folder);
}

function readAddress(text: string | null): string | null {
  if (text === null || text.trim() === '') return null;
  const address = readServerAddress(text);
  if (!address.ok) throw refuse('serverUrl', address.fault);
  return address.origin;
}

/** Fields that are present, judged by more than their shape. */
function judge(change: SettingsChange): Partial<Settings> {
  const { libraryFolder, serverUrl, theme, parallelDownloads } = change;
  return {
    ...(libraryFolder !== undefined && { libraryFolder: readLibraryFolder(libraryFolder) }),
    ...(serverUrl !== undefined && { serverUrl: readAddress(serverUrl) }),
    ...(theme !== undefined && { theme }),
    ...(parallelDownloads !== undefined && { parallelDownloads }),
  };
}

/** What stands in the file: whatever was changed from the defaults, and the version of this shape. */
export const SettingsFile = Settings.partial()
  .extend({ version: z.literal(1) })
  .superRefine((value, context) => {
    try {
      judge(value);
    } catch (error) {
      context.addIssue({ code: 'custom', message: String(error) });
    }
  });
export type SettingsFile = z.infer<typeof SettingsFile>;

/** The person's settings. Defaults are not written, so that a later version may better them. */
export function createSettings({ file, defaultLibraryFolder, onChange }: SettingsOptions): SettingsStore {
  const defaults: Settings = {
    libraryFolder: defaultLibraryFolder,
    serverUrl: null,
    theme: 'system',
    parallelDownloads: 3,
  };
  let chosen: Partial<Settings> = {};
  const read = (): Settings => ({ ...defaults, ...chosen });

  return {
    read,
    async load() {
      chosen = judge((await file.read()) ?? {});
    },
    async update(change) {
      const previous = read();
      const before = chosen;
      chosen = { ...chosen, ...judge(change) };
      try {
        await file.write({ version: 1, ...chosen });
      } catch (error) {
        chosen = before;
        throw notSaved(error);
      }
      onChange(read(), previous);
      return read();
    },
  };
}
