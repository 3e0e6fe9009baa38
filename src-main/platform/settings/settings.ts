import path from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../server/contract/errors.ts';
import { sentence, textOf } from '../../../server/contract/sentence.ts';
import type { FeatureHandlers } from '../ipc/handlers.ts';
import {
  type Checks,
  initialSettings,
  readChange,
  Settings,
  type SettingsChange,
} from '../ipc/settings-fields.ts';
import { readCertificates } from '../network/certificates.ts';
import type { ProxySignInKeeper } from '../network/proxy-sign-in.ts';
import { isThisComputer, readServerAddress } from '../network/server-address.ts';
import { messageOf } from '../storage/disk-errors.ts';
import type { JsonFile } from '../storage/json-file.ts';

export type SettingsStore = ReturnType<typeof createSettings>;

type SettingsOptions = {
  readonly file: JsonFile<SettingsFile>;
  readonly defaultLibraryFolder: string;
  readonly hasModelsFolder?: boolean;
  /** Reads the settings locked by policies, unchecked. */
  readonly readManaged?: (check: (change: unknown) => Partial<Settings>) => Promise<Partial<Settings>>;
  readonly onChange: (settings: Settings, previous: Settings) => void;
};

function notSaved(error: unknown): AppError {
  const reason = messageOf(error);
  return new AppError(
    'UNAVAILABLE',
    sentence`The settings could not be saved (${{ reason }}). Free some disk space or check the disk, then try again.`,
    { cause: error },
  );
}

function notSetUp(error: unknown): AppError {
  const reason = messageOf(error);
  return new AppError(
    'UNAVAILABLE',
    sentence`This computer did not let Lodestock start automatically (${{ reason }}). Set it up in the system settings.`,
    { cause: error },
  );
}

const checks: Checks = {
  readFolder(text) {
    if (path.isAbsolute(text) && !text.includes('\0')) return { value: path.resolve(text) };
    return { fault: sentence`“${{ text }}” is not an absolute path. Use the button to choose the folder.` };
  },
  readAddress(text) {
    const address = readServerAddress(text);
    return address.ok ? { value: address.address } : { fault: address.fault };
  },
  readCertificates(file) {
    if (path.isAbsolute(file) && !file.includes('\0')) return { value: path.resolve(file) };
    return {
      fault: sentence`“${{ text: file }}” is not an absolute path. Use the button to choose the certificate file.`,
    };
  },
};

/** Separates the settings known to this version from those of a newer one. */
function divide({ version: _version, ...stored }: SettingsFile) {
  const isKnown = (name: string) => Object.hasOwn(Settings.shape, name);
  const entries = Object.entries(stored);
  return {
    known: Object.fromEntries(entries.filter(([name]) => isKnown(name))),
    newer: Object.fromEntries(entries.filter(([name]) => !isKnown(name))),
  };
}

/** The contents of the file: the changed settings, and the version of the format. */
export const SettingsFile = Settings.partial()
  .extend({ version: z.literal(1) })
  .loose()
  .superRefine((stored, context) => {
    try {
      readChange(divide(stored).known, checks);
    } catch (error) {
      context.addIssue({ code: 'custom', message: String(error) });
    }
  });
export type SettingsFile = z.infer<typeof SettingsFile>;

/** True once the user has chosen a server; until then, none starts. */
export const isServerChosen = ({
  serverUrl,
  ownServer,
}: Pick<Settings, 'serverUrl' | 'ownServer'>): boolean => serverUrl !== null || ownServer !== null;

/** The organisation's settings can be changed only where they were set. */
function refuseManaged(change: SettingsChange, managed: readonly (keyof Settings)[]): void {
  const refused = managed.filter((name) => Object.hasOwn(change, name));
  if (refused.length === 0) return;
  const fault = 'Your organisation has set this. Ask your admin to change it.';
  throw new AppError('INVALID_INPUT', fault, {
    details: { fields: Object.fromEntries(refused.map((name) => [name, fault])) },
  });
}

/** Manages the user's settings. Initial values are not stored, so that a later version can improve them. */
export function createSettings(options: SettingsOptions) {
  const { file, defaultLibraryFolder, hasModelsFolder = false, onChange } = options;
  const initial = initialSettings({ defaultLibraryFolder, hasModelsFolder });
  let chosen: Partial<Settings> = {};
  /** Defaults derived from earlier use, not stored. */
  let assumed: Partial<Settings> = {};
  /** Settings of a newer version, preserved for it. */
  let newer: Readonly<Record<string, unknown>> = {};
  let managed: Partial<Settings> = {};
  const read = (): Settings => ({ ...initial, ...assumed, ...chosen, ...managed });
  const listManaged = () => Settings.keyof().options.filter((name) => Object.hasOwn(managed, name));

  return {
    read,
    managed: listManaged,
    async load(): Promise<void> {
      managed = (await options.readManaged?.((change) => readChange(change, checks))) ?? {};
      const found = await file.read();
      const stored = divide(found ?? { version: 1 });
      // Installations from before this choice existed use the demo library.
      const before = found === null || initial.ownServer !== null ? {} : { ownServer: 'demo' as const };
      assumed = before;
      chosen = readChange(stored.known, checks);
      newer = stored.newer;
    },
    /** Throws INVALID_INPUT with one sentence per rejected field, and changes nothing. */
    async update(change: SettingsChange): Promise<Settings> {
      refuseManaged(change, listManaged());
      const previous = read();
      const before = chosen;
      chosen = { ...chosen, ...readChange(change, checks) };
      try {
        await file.write({ ...newer, ...chosen, version: 1 });
      } catch (error) {
        chosen = before;
        throw notSaved(error);
      }
      onChange(read(), previous);
      return read();
    },
  };
}

type SettingsTools = {
  readonly setStartAtLogin: (isWanted: boolean) => Promise<void>;
  /** Asks the user; null if they cancel. */
  readonly chooseModelsFolder: (current: string | null) => Promise<string | null>;
  readonly chooseFile: (title: string) => Promise<string | null>;
  readonly proxySignIn: ProxySignInKeeper;
};

/** Rejects an unencrypted address, as only joining it asks the user first. */
function refuseUnasked(change: SettingsChange, { serverUrl: current }: Settings): void {
  const { serverUrl } = change;
  const address = serverUrl ? readServerAddress(serverUrl) : null;
  if (!address?.ok || address.address === current) return;
  const { protocol, hostname } = new URL(address.address);
  if (protocol === 'https:' || isThisComputer(hostname)) return;
  const fault = sentence`${{ url: address.address }} is not encrypted. Enter it in Settings and choose Connect to confirm it.`;
  throw new AppError('INVALID_INPUT', fault, { details: { fields: { serverUrl: textOf(fault) } } });
}

export function createSettingsHandlers(
  settings: SettingsStore,
  { chooseModelsFolder, chooseFile, proxySignIn, setStartAtLogin }: SettingsTools,
): FeatureHandlers<'settings'> {
  const letStart = async (isWanted: boolean | undefined) => {
    if (isWanted === undefined || isWanted === settings.read().startAtLogin) return;
    try {
      await setStartAtLogin(isWanted);
    } catch (error) {
      throw notSetUp(error);
    }
  };
  return {
    'settings.read': settings.read,
    'settings.update': async (change) => {
      refuseUnasked(change, settings.read());
      await letStart(change.startAtLogin);
      return settings.update(change);
    },
    'settings.chooseModelsFolder': async () => {
      const modelsFolder = await chooseModelsFolder(settings.read().modelsFolder);
      if (modelsFolder === null) return settings.read();
      return settings.update({ modelsFolder, ownServer: 'models', serverUrl: null });
    },
    'settings.chooseCertificateFile': async () => {
      const certificateFile = await chooseFile('Choose the certificate authority’s file');
      if (certificateFile === null) return settings.read();
      try {
        readCertificates(certificateFile);
      } catch (error) {
        const reason = messageOf(error);
        throw new AppError(
          'INVALID_INPUT',
          sentence`${{ reason }}. Ask your admin for the authority as a .pem or .crt file.`,
        );
      }
      return settings.update({ certificateFile });
    },
    'settings.setProxySignIn': proxySignIn.set,
  };
}
