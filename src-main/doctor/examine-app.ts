import { access, constants, mkdir, statfs } from 'node:fs/promises';
import path from 'node:path';
import {
  type Finding,
  found,
  judgeClock,
  judgePathLength,
  judgeSpace,
} from '../../server/contract/admin/doctor.ts';
import { sentence } from '../../server/contract/sentence.ts';
import { listLibraries } from '../library/libraries.ts';
import type { LibraryRoots } from '../library/roots.ts';
import type { Http } from '../platform/network/http.ts';
import { describeNetworkFailure } from '../platform/network/network-failure.ts';
import { findDestination, type Resolve, resolveBySystem, toBareHost } from '../platform/network/reach.ts';
import type { Keychain } from '../platform/secrets/keychain.ts';
import type { SettingsStore } from '../platform/settings/settings.ts';
import { isMissing, messageOf } from '../platform/storage/disk-errors.ts';
import type { Places } from '../platform/storage/places.ts';
import type { ServerConnection } from '../server-connection/connection.ts';
import type { SessionKeeper } from '../sign-in/session.ts';

export type Examined = {
  readonly version: string;
  readonly platform: string;
  readonly connection: Pick<ServerConnection, 'read'>;
  readonly session: Pick<SessionKeeper, 'read'>;
  readonly settings: Pick<SettingsStore, 'read' | 'managed'>;
  readonly roots: Pick<LibraryRoots, 'findAbsence'>;
  readonly keychain: Pick<Keychain, 'probe' | 'status'>;
  readonly http: Http;
  readonly resolve?: Resolve;
  /** Chromium's answer, such as `PROXY proxy.lan:3128; DIRECT`. */
  readonly askSystemProxy: (url: string) => Promise<string>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly places: Pick<Places, 'settings'>;
  readonly now: () => number;
};

const inSettings = 'Check the address in Settings, and your network.';

async function judgeName({ resolve = resolveBySystem }: Examined, url: string): Promise<Finding> {
  const { hostname } = new URL(url);
  const bare = toBareHost(hostname);
  try {
    const { addresses } = await findDestination(hostname, resolve);
    return found.good('DNS', sentence`${{ name: bare }} resolves to ${{ addresses: addresses.join(', ') }}.`);
  } catch (error) {
    return found.bad(
      'DNS',
      sentence`${{ name: bare }} could not be resolved: ${{ reason: describeNetworkFailure(error) }}.`,
      inSettings,
    );
  }
}

async function judgeAnswer({ http, now }: Examined, url: string): Promise<readonly Finding[]> {
  const { host, protocol } = new URL(url);
  try {
    const sentAt = now();
    const answer = await http.get(`${url}/healthz`, { retry: { limit: 0 }, throwHttpErrors: false });
    const date = Date.parse(answer.headers.date ?? '');
    // The date has whole seconds, and the response took time to arrive.
    const ahead = date - (sentAt + now()) / 2 + 500;
    const isEncrypted = protocol === 'https:';
    const says = `${host} answers${isEncrypted ? ', and its certificate is trusted' : ' without encryption'}.`;
    const cure = 'Another program may use this address, or a proxy may be in between.';
    return [
      answer.statusCode === 200
        ? found.good('Connection', says)
        : found.bad('Connection', sentence`${{ host }} answers with ${{ status: answer.statusCode }}.`, cure),
      ...(Number.isNaN(date) ? [] : [judgeClock(host, ahead)]),
    ];
  } catch (error) {
    return [
      found.bad(
        'Connection',
        sentence`${{ host }} is not responding: ${{ reason: describeNetworkFailure(error) }}.`,
        inSettings,
      ),
    ];
  }
}

/** Only encrypted connections use a proxy. */
async function judgeProxy(examined: Examined, url: string): Promise<readonly Finding[]> {
  if (!url.startsWith('https:')) return [];
  const { environment, askSystemProxy } = examined;
  const named = environment.https_proxy || environment.HTTPS_PROXY;
  if (named) {
    const host = URL.canParse(named) ? new URL(named).host : 'an invalid address';
    return [found.good('Proxy', sentence`HTTPS_PROXY names ${{ host }}.`)];
  }
  const answer = await askSystemProxy(url).catch(() => 'DIRECT');
  return [
    found.good(
      'Proxy',
      answer === 'DIRECT' ? 'No proxy is in use.' : sentence`The system uses ${{ proxy: answer }}.`,
    ),
  ];
}

async function judgeNetwork(examined: Examined): Promise<readonly Finding[]> {
  const { kind, url } = examined.connection.read();
  if (url === null) return [];
  const proxy = await judgeProxy(examined, url);
  if (kind === 'bundled') return judgeAnswer(examined, url);
  const name = await judgeName(examined, url);
  return name.status === 'bad' ? [...proxy, name] : [...proxy, name, ...(await judgeAnswer(examined, url))];
}

function judgeServer({ connection }: Examined): Finding {
  const { kind, url, status, message } = connection.read();
  const whose = kind === 'bundled' ? 'The server in this app' : sentence`The server ${{ url: url ?? '' }}`;
  if (status === 'ready') return found.good('Server', sentence`${{ whose }} is ready.`);
  const wait = 'Wait until it is ready.';
  if (status === 'starting') return found.warning('Server', sentence`${{ whose }} is starting.`, wait);
  if (status === 'indexing') return found.warning('Server', sentence`${{ whose }} is indexing.`, wait);
  const says = status === 'offline' ? sentence`${{ whose }} is offline.` : sentence`${{ whose }} is failed.`;
  return found.bad('Server', says, message ?? 'Restart it in Settings.');
}

async function judgeLibrary(
  { roots, platform }: Examined,
  folder: string,
  isDefault: boolean,
): Promise<readonly Finding[]> {
  const absence = await roots.findAbsence(folder);
  const cure = 'Connect its disk, or choose another library folder in Settings.';
  // Avoids creating a folder under the mount point of a missing disk.
  if (absence !== null) return [found.bad('Library', absence, cure)];
  try {
    if (isDefault) await mkdir(folder, { recursive: true });
    await access(folder, constants.R_OK | constants.W_OK);
    return [
      found.good('Library', sentence`${{ folder }} takes downloads.`),
      await judgeDisk('The library', folder),
      ...judgePathLength('the library', folder, platform),
    ];
  } catch (error) {
    const says = isMissing(error)
      ? sentence`The folder ${{ folder }} is not there.`
      : sentence`${{ folder }} cannot be used: ${{ reason: messageOf(error) }}.`;
    return [found.bad('Library', says, cure)];
  }
}

async function judgeLibraries(examined: Examined): Promise<readonly Finding[]> {
  const libraries = listLibraries(examined.settings.read());
  const found = libraries.map(({ folder }, index) => judgeLibrary(examined, folder, index === 0));
  return (await Promise.all(found)).flat();
}

async function judgeDisk(what: string, folder: string): Promise<Finding> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return judgeSpace(what, bavail * bsize);
  } catch (error) {
    return found.warning(
      'Disk',
      sentence`${{ what }} does not report its free space: ${{ reason: messageOf(error) }}.`,
      'Look at the disk.',
    );
  }
}

async function judgeKeychain({ keychain }: Examined): Promise<Finding> {
  if (await keychain.probe()) return found.good('Keychain', 'The keychain stores your sign-in.');
  const message = keychain.status().message ?? 'The keychain did not return what was stored.';
  return found.bad('Keychain', 'The keychain of this computer cannot be used.', message);
}

function judgeRights({ session }: Examined): Finding {
  const { status, userName, scopes } = session.read();
  if (status !== 'signed-in')
    return found.good('Sign-in', 'Nobody is signed in; free models can be downloaded.');
  const who = userName === null ? 'You are signed in' : sentence`${{ user: userName }} is signed in`;
  if (scopes.includes('download:direct'))
    return found.good('Sign-in', sentence`${{ who }}, and may download.`);
  return found.warning(
    'Sign-in',
    sentence`${{ who }}, without the right to download.`,
    'Sign out, sign in again, and approve it.',
  );
}

function judgePolicies({ settings }: Examined): readonly Finding[] {
  const names = settings.managed();
  return names.length === 0
    ? []
    : [found.good('Policies', sentence`Your organisation decides: ${{ list: names.join(', ') }}.`)];
}

/** Checks what the app needs to work. Makes no lasting changes. */
export async function examineApp(examined: Examined): Promise<readonly Finding[]> {
  const { version, platform, places } = examined;
  const { electron = 'none', node } = process.versions;
  const programs = sentence`Lodestock ${{ version }}, Electron ${{ electron }}, Node ${{ node }}, ${{ platform }} ${{ architecture: process.arch }}.`;
  const [network, library, disk, keychain] = await Promise.all([
    judgeNetwork(examined),
    judgeLibraries(examined),
    judgeDisk('The folder of the app', path.dirname(places.settings)),
    judgeKeychain(examined),
  ]);
  return [
    found.good('Version', programs),
    judgeServer(examined),
    ...network,
    ...library,
    disk,
    keychain,
    judgeRights(examined),
    ...judgePolicies(examined),
  ];
}
