import { X509Certificate } from 'node:crypto';
import { accessSync, constants, existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readdir, statfs } from 'node:fs/promises';
import path from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { explainStore } from '../../base/bucket/advise-on-store.ts';
import { createBucketClient } from '../../base/bucket/bucket-client.ts';
import { readDescriptorLimit } from '../../base/http/admission/admission.ts';
import { readTls } from '../../base/http/tls-files.ts';
import { prepareOutbound } from '../../base/outbound.ts';
import type { BucketSettings } from '../../config/bucket.ts';
import type { Config } from '../../config.ts';
import {
  type Finding,
  found,
  judgeCertificate,
  judgePathLength,
  judgeSpace,
} from '../../contract/admin/doctor.ts';
import { findBrowser } from '../../posters/headless/find-browser.ts';
import { judgeSandbox } from '../../posters/headless/sandbox.ts';
import { findRunningServer } from '../../running-server.ts';
import { askServer } from './ask-server.ts';

type Examined = {
  readonly config: Config;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly now: () => number;
};

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function judgeDisk(what: string, folder: string): Promise<Finding> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return judgeSpace(what, bavail * bsize);
  } catch (error) {
    return found.warning('Disk', `${what} tells no free space (${sentenceOf(error)}).`, 'Look at the disk.');
  }
}

function judgeDataFolder(dataDir: string): Finding {
  const test = path.join(dataDir, `.doctor-${process.pid}`);
  try {
    writeFileSync(test, '');
    rmSync(test);
    return found.good('Data folder', `${dataDir} is writable.`);
  } catch (error) {
    const cure = 'Run this as the server’s user, and give that user write access.';
    return found.bad('Data folder', `${dataDir} is not writable (${sentenceOf(error)}).`, cure);
  }
}

function judgeKey(dataDir: string): readonly Finding[] {
  const file = path.join(dataDir, 'server.key');
  if (process.platform === 'win32' || !existsSync(file)) return [];
  const isOpen = (statSync(file).mode & 0o077) !== 0;
  if (!isOpen) return [found.good('Rights', 'Only the server’s user can read its key.')];
  return [found.bad('Rights', `Others on this computer can read ${file}.`, `chmod 600 '${file}'`)];
}

async function judgeBucket(bucket: BucketSettings): Promise<Finding> {
  try {
    const { objects } = await createBucketClient(bucket).list({ prefix: '', most: 1 });
    if (objects.length > 0) return found.good('Library', `${bucket.url} can be listed.`);
    return found.warning(
      'Library',
      `${bucket.url} is empty.`,
      'Check the name of the folder in the address.',
    );
  } catch (error) {
    const { says, cure } = explainStore(bucket.url, error);
    return found.bad('Library', says, cure);
  }
}

async function judgeLibrary({ role, libraryDir, bucket, isDemo }: Config): Promise<readonly Finding[]> {
  if (role === 'site' || isDemo) return [];
  if (bucket) return [await judgeBucket(bucket)];
  try {
    accessSync(libraryDir, constants.R_OK);
    const names = await readdir(libraryDir);
    const says = `${libraryDir} can be read; it has ${names.length} entries.`;
    if (names.length > 0) return [found.good('Library', says)];
    return [found.warning('Library', `${libraryDir} is empty.`, 'Check that its disk or share is mounted.')];
  } catch (error) {
    const cure = 'Mount the share, and give the server’s user read access.';
    return [found.bad('Library', `${libraryDir} cannot be read (${sentenceOf(error)}).`, cure)];
  }
}

function judgeTls({ tls }: Config, now: number): readonly Finding[] {
  if (tls === null) return [];
  try {
    const { validTo } = new X509Certificate(readTls(tls).cert);
    return [judgeCertificate(tls.certFile, Date.parse(validTo), now)];
  } catch (error) {
    return [found.bad('Certificate', sentenceOf(error), 'Correct the two settings.')];
  }
}

function judgeProxy({ environment }: Examined): Finding {
  const proxy = environment.https_proxy || environment.HTTPS_PROXY;
  if (!proxy) return found.good('Proxy', 'HTTPS_PROXY is not set: the server connects directly.');
  const cure = 'Write it like http://proxy.studio.lan:3128.';
  if (!URL.canParse(proxy)) return found.bad('Proxy', 'HTTPS_PROXY is not an address.', cure);
  return found.good('Proxy', `Encrypted connections go through ${new URL(proxy).host}.`);
}

function judgeTrust({ config, environment }: Examined): readonly Finding[] {
  try {
    const urls = [config.baseUrl ?? '', ...config.hosts, config.bucket?.endpoint ?? ''];
    prepareOutbound({ environment, caFile: config.caFile, urls });
    return [];
  } catch (error) {
    const cure = 'Set it to a readable PEM file with certificates.';
    return [found.bad('TLS', `LODESTOCK_CA_FILE cannot be used (${sentenceOf(error)}).`, cure)];
  }
}

function judgePosters({ posters }: Config): readonly Finding[] {
  if (!posters.isOn || posters.key !== null) return [];
  const cure = 'Install Chromium, Chrome or Edge, or set LODESTOCK_CHROMIUM or LODESTOCK_POSTERS=off.';
  const browser = findBrowser(posters);
  if (browser === null) return [found.warning('Posters', 'There is no browser to render posters.', cure)];
  const { refusal, warning } = judgeSandbox(posters);
  const message = refusal ?? warning;
  if (message === null) return [found.good('Posters', `${browser} renders posters.`)];
  return [found.warning('Posters', message, 'See Posters in docs/admin/daily-work.md.')];
}

function judgeDescriptors(): Finding {
  const limit = readDescriptorLimit();
  if (limit === null || limit >= 4096)
    return found.good('Open files', `The process may open ${limit ?? 'any number of'} files.`);
  const cure = 'Raise `ulimit -n`, or LimitNOFILE in systemd.';
  return found.warning('Open files', `The process may open ${limit} files only, connections included.`, cure);
}

async function judgeRunning({ config, now }: Examined): Promise<readonly Finding[]> {
  const url = await findRunningServer(config.dataDir);
  const cure = 'Start it, unless you stopped it on purpose.';
  if (url === null) return [found.warning('Server', `No server is running on ${config.dataDir}.`, cure)];
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) });
  const { message = 'It does not say why.', warnings = [] } = Object(await answer.json());
  const state = answer.ok
    ? found.good('Server', `A server runs at ${url}, and is ready.`)
    : found.bad('Server', `A server runs at ${url}, but is not ready.`, String(message));
  const notices = [warnings]
    .flat()
    .map((one) => found.warning('Server', String(one), 'See docs/admin/reference.md.'));
  const { baseUrl } = config;
  const asOthers = baseUrl === null ? [] : await askServer({ url: baseUrl, who: 'This server', now });
  return [state, ...notices, ...asOthers];
}

/** Checks everything that can keep a server from working. Changes nothing. */
export async function examineServer(examined: Examined): Promise<readonly Finding[]> {
  const { config, now } = examined;
  const { dataDir, role, hosts, syncKey } = config;
  const programs = `Lodestock ${packageJson.version}, Node ${process.versions.node}, ${process.platform} ${process.arch}.`;
  const hasLibrary = role !== 'site' && !config.isDemo && existsSync(config.libraryDir);
  // The requests below need the trusted authorities first.
  const trust = judgeTrust(examined);
  const judged = [
    found.good('Version', programs),
    judgeDataFolder(dataDir),
    await judgeDisk('The data folder', dataDir),
    ...judgePathLength('the data folder', dataDir, process.platform),
    ...judgeKey(dataDir),
    ...(await judgeLibrary(config)),
    ...(hasLibrary ? [await judgeDisk('The library', config.libraryDir)] : []),
    judgeDescriptors(),
    ...judgePosters(config),
    judgeProxy(examined),
    ...trust,
    ...judgeTls(config, now()),
    ...(await judgeRunning(examined)),
  ];
  const asked = await Promise.all(
    hosts.map((url) =>
      askServer({ url, who: 'The file host', path: '/api-sync/status.json', key: syncKey, now }),
    ),
  );
  return [...judged, ...asked.flat()];
}
