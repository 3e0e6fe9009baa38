import path from 'node:path';
import { z } from 'zod';
import { accountSettings, toAccountConfig } from './config/account-settings.ts';
import { rootOf } from './config/bucket.ts';
import { bucketSettings, refuseHalfBucket, toBucketSettings } from './config/bucket-settings.ts';
import { companySettings, refuseHalfCompany, toCompany } from './config/company-settings.ts';
import { chooseDataFolder } from './config/data-folder.ts';
import { embeddingsSettings, refuseTwoEmbedders, toEmbeddings } from './config/embeddings-settings.ts';
import { Flag } from './config/flag.ts';
import { levelSettings } from './config/level-settings.ts';
import { metricsSettings } from './config/metrics-settings.ts';
import { HostNameList, OriginList } from './config/named-addresses.ts';
import { posterSettings, toPosterConfig } from './config/poster-settings.ts';
import { proxySettings, toProxyConfig } from './config/proxy-settings.ts';
import { HostList, Role, refuseMixedRoles, SyncKey } from './config/roles.ts';
import {
  refuseHalfSharedAccounts,
  sharedAccountsSettings,
  toSharedAccounts,
} from './config/shared-accounts.ts';
import { sourcesSettings } from './config/sources-settings.ts';
import { refuseHalfTls, tlsSettings, toTlsFiles } from './config/tls-settings.ts';
import { TuningText } from './config/tuning.ts';
import { findUnknownSettings } from './config/unknown-settings.ts';
import { watchSettings } from './config/watch-settings.ts';

const Port = z.coerce.number().int().min(0).max(65535);
const Address = z.url({ protocol: /^https?$/, error: 'Enter a URL such as https://models.example.org' });
type Environment = Readonly<Record<string, string | undefined>>;

/** Every setting of the server. The table in docs/admin/reference.md is generated from it. */
export const ConfigSchema = z.object({
  LODESTOCK_HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
  LODESTOCK_PORT: Port.default(8787).describe('Port to listen on; 0 picks a free port'),
  LODESTOCK_DATA_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('[Data folder](#data-folder-and-backups), on a disk of this computer'),
  LODESTOCK_LIBRARY_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('Folder with your models; if unset, a demo library is created'),
  ...bucketSettings,
  LODESTOCK_BASE_URL: Address.optional().describe(
    'Public URL of the site, with its path; defaults to http://HOST:PORT',
  ),
  LODESTOCK_WORKER_URL: Address.optional().describe(
    'Public URL of this file host; defaults to LODESTOCK_BASE_URL',
  ),
  ...tlsSettings,
  LODESTOCK_HOST_NAMES: HostNameList.optional().describe(
    'Other host names of the server, separated by commas',
  ),
  LODESTOCK_CORS_ORIGINS: OriginList.optional().describe(
    'Origins of web apps that can use downloads, OAuth and MCP, separated by commas',
  ),
  LODESTOCK_RECOGNISE: z
    .enum(['auto', 'review', 'off'])
    .default('auto')
    .describe(
      'Models in folders of any layout: `auto` publishes them, with `review` an admin does, `off` reads only topology folders; if unset, admins choose',
    ),
  ...levelSettings,
  LODESTOCK_PUBLISH_QUOTA_GB: z.coerce
    .number()
    .min(0)
    .max(1_000_000)
    .default(100)
    .describe('Gigabytes that one account can publish; 0 turns publishing off'),
  LODESTOCK_PUBLISH_REVIEW: z
    .enum(['all', 'new', 'off'])
    .optional()
    .describe(
      'Which publishes wait for an admin: `all`, only `new` models, or none (`off`); default: `all` while new models of the library wait, else `off`',
    ),
  LODESTOCK_DEMO: Flag.optional().describe('Create the demo library; default: only without a library'),
  LODESTOCK_MDNS: Flag.default(false).describe('Announce this server by multicast DNS'),
  ...accountSettings,
  ...companySettings,
  ...proxySettings,
  ...embeddingsSettings,
  ...sourcesSettings,
  LODESTOCK_ROLE: Role.default('all').describe('Role of this server; `all` is site and file host in one'),
  LODESTOCK_SYNC_KEY: SyncKey.optional().describe('Secret shared by a site and its file hosts'),
  LODESTOCK_HOSTS: HostList.optional().describe('URLs of the file hosts of this site, separated by commas'),
  LODESTOCK_PEERS: HostList.optional().describe(
    'URLs of [other sites](../scaling.md#one-more-site) with the same hosts, separated by commas',
  ),
  ...sharedAccountsSettings,
  ...watchSettings,
  LODESTOCK_DRAIN_SECONDS: z.coerce
    .number()
    .min(0)
    .max(3600)
    .default(0)
    .describe('Seconds after SIGTERM during which requests are still accepted, while `/readyz` answers 503'),
  ...posterSettings,
  ...metricsSettings,
  LODESTOCK_LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Minimum log level; `debug` logs every request'),
});

/** Adds variables that are not settings and would only confuse a list of them. */
const Everything = ConfigSchema.extend({
  LODESTOCK_TEST_TUNING: TuningText,
  // Set by the desktop app: who can create an account until an admin has chosen.
  LODESTOCK_FIRST_REGISTRATION: z.enum(['open', 'invite']).optional(),
})
  .superRefine(refuseMixedRoles)
  .superRefine(refuseHalfCompany)
  .superRefine(refuseHalfTls)
  .superRefine(refuseTwoEmbedders)
  .superRefine(refuseHalfBucket)
  .superRefine(refuseHalfSharedAccounts);

/** Frozen: read once at the start. */
export type Config = ReturnType<typeof readConfig>;

const trimSlash = (url: string | undefined) => url?.replace(/\/+$/, '') ?? null;

/** Reads the environment once. Throws one error that lists every invalid value. */
export function readConfig(environment: Environment) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Everything.safeParse(given);
  const unknown = findUnknownSettings(Object.keys(given), Object.keys(Everything.shape));
  const grave = unknown.filter(({ isGrave }) => isGrave).map(({ sentence }) => `  ${sentence}`);
  if (!parsed.success || grave.length > 0) {
    const issues = parsed.error?.issues ?? [];
    const lines = [...issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`), ...grave];
    throw new Error(`The server did not start, because these settings are invalid:\n${lines.join('\n')}`);
  }
  const value = parsed.data;
  const dataDir = chooseDataFolder(value.LODESTOCK_DATA_DIR, environment);
  const { LODESTOCK_LIBRARY_DIR: folder = path.join(dataDir, 'demo-library') } = value;
  const bucket = toBucketSettings(value, dataDir, environment);
  const isDemo =
    value.LODESTOCK_ROLE !== 'site' &&
    value.LODESTOCK_LIBRARY_DIR === undefined &&
    bucket === null &&
    (value.LODESTOCK_DEMO ?? true);
  const libraryDir = bucket === null ? path.resolve(folder) : rootOf(bucket);
  return Object.freeze({
    host: value.LODESTOCK_HOST,
    port: value.LODESTOCK_PORT,
    dataDir,
    /** For a library in a bucket, a placeholder path that is never created. */
    libraryDir,
    bucket,
    /** The library's location, for display. */
    libraryName: bucket?.url ?? libraryDir,
    derivedDir: path.join(dataDir, 'levels'),
    isMakingLevels: value.LODESTOCK_LEVELS === 'auto',
    /** Formats of levels; null lets an admin choose. */
    levelFormats: value.LODESTOCK_LEVEL_FORMATS ?? null,
    /** Blender that makes assets: `auto`, `off` or its path. */
    blender: value.LODESTOCK_BLENDER,
    publishedDir: path.join(dataDir, 'published'),
    uploadsDir: path.join(dataDir, 'uploads'),
    /** Whose publishes wait for an admin; null follows the library's review. */
    publishReview: value.LODESTOCK_PUBLISH_REVIEW ?? null,
    publishQuotaBytes: value.LODESTOCK_PUBLISH_QUOTA_GB * 1e9,
    unpackedDir: path.join(dataDir, 'unpacked'),
    isDemo,
    baseUrl: trimSlash(value.LODESTOCK_BASE_URL),
    workerUrl: trimSlash(value.LODESTOCK_WORKER_URL),
    tls: toTlsFiles(value),
    /** PEM file of certificate authorities to trust in addition to the system's. */
    caFile: value.LODESTOCK_CA_FILE ?? null,
    /** Names that the server answers to in addition to those of its URLs, in lower case. */
    hostNames: value.LODESTOCK_HOST_NAMES ?? [],
    /** Origins of web apps that can use tokens here. */
    corsOrigins: value.LODESTOCK_CORS_ORIGINS ?? [],
    /** Whether to announce the server on the local network. */
    isAnnounced: value.LODESTOCK_MDNS,
    ...toAccountConfig(value, {
      isRegistrationFixed: given.LODESTOCK_REGISTRATION !== undefined,
      isDemo,
      isTrial:
        isDemo &&
        value.LODESTOCK_BASE_URL === undefined &&
        /^(127\.|::1$|localhost$)/.test(value.LODESTOCK_HOST),
    }),
    ...toCompany(value),
    ...toProxyConfig(value),
    role: value.LODESTOCK_ROLE,
    /** Null if this server neither is a file host to others nor follows any. */
    syncKey: value.LODESTOCK_SYNC_KEY ?? null,
    /** Null if accounts are in the data folder. */
    sharedAccounts: toSharedAccounts(value),
    /** File hosts that this site follows, without a trailing slash. */
    hosts: value.LODESTOCK_HOSTS ?? [],
    /** Other sites that follow the same hosts. */
    peers: value.LODESTOCK_PEERS ?? [],
    logLevel: value.LODESTOCK_LOG_LEVEL,
    /** Null if the server publishes no metrics. */
    metricsKey: value.LODESTOCK_METRICS_KEY ?? null,
    /** Whether to find models outside topology folders. */
    isRecognising: value.LODESTOCK_RECOGNISE !== 'off',
    /** Whether an admin publishes those models; null lets an admin choose at the server. */
    isReviewing: given.LODESTOCK_RECOGNISE === undefined ? null : value.LODESTOCK_RECOGNISE === 'review',
    isWatched: value.LODESTOCK_WATCH,
    /** Milliseconds, as is the next. */
    quietMs: value.LODESTOCK_QUIET_SECONDS * 1000,
    sweepMs: value.LODESTOCK_SCAN_INTERVAL_SECONDS * 1000,
    /** Milliseconds from the request to stop until no connections are accepted. */
    drainMs: value.LODESTOCK_DRAIN_SECONDS * 1000,
    posters: toPosterConfig(value, environment),
    /** Null if there is no embedder. */
    embeddings: toEmbeddings(value),
    /** Other catalogues that searches can query. */
    sources: value.LODESTOCK_SOURCES ?? [],
    /** Advice about the settings for an admin, as sentences. */
    warnings: unknown.map(({ sentence }) => sentence),
    tuning: value.LODESTOCK_TEST_TUNING,
  });
}
