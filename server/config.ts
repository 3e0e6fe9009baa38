import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { type PosterConfig, posterSettings, toPosterConfig } from './posters/poster-settings.ts';
import { HostList, Role, refuseMixedRoles, SyncKey } from './roles.ts';

const Port = z.coerce.number().int().min(0).max(65535);
const Flag = z.stringbool({ truthy: ['true', '1', 'yes'], falsy: ['false', '0', 'no', ''] });
const Address = z.url({ protocol: /^https?$/, error: 'Write an address like https://models.example.org' });
const Cents = z.coerce
  .number()
  .min(0)
  .max(1_000_000)
  .transform((usd) => Math.round(usd * 100));

const dataHome = (environment: Environment) =>
  environment.XDG_DATA_HOME || path.join(os.homedir(), '.local', 'share');

type Environment = Readonly<Record<string, string | undefined>>;

/** Every setting of the server; README's table is made from it. */
export const ConfigSchema = z.object({
  LODESTOCK_HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
  LODESTOCK_PORT: Port.default(8787).describe('Port to listen on; 0 picks a free one'),
  LODESTOCK_DATA_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('Folder of database, keys and caches; default ~/.local/share/lodestock'),
  LODESTOCK_LIBRARY_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('Folder of models; without one a demo library is made'),
  LODESTOCK_BASE_URL: Address.optional().describe(
    'Address under which people reach the site; default http://HOST:PORT',
  ),
  LODESTOCK_WORKER_URL: Address.optional().describe('Address of the file host; default the base address'),
  LODESTOCK_DEMO: Flag.optional().describe(
    'Make the demo library; default true, and only when no library is given',
  ),
  LODESTOCK_REGISTRATION: z
    .enum(['open', 'invite', 'closed'])
    .default('open')
    .describe('Who may create an account'),
  LODESTOCK_SIGNUP_CREDIT_USD: Cents.prefault(100).describe('US dollars given to a new account'),
  LODESTOCK_DEFAULT_PRICE_USD: Cents.prefault(1).describe('Price of a model that names none, US dollars'),
  LODESTOCK_TRUST_PROXY: Flag.default(false).describe(
    'Believe the last address of X-Forwarded-For, which a reverse proxy in front has added',
  ),
  LODESTOCK_ACCEL: z
    .enum(['off', 'nginx', 'caddy'])
    .default('off')
    .describe('Web server in front that sends the files itself, told by X-Accel-Redirect'),
  LODESTOCK_ACCEL_PREFIX: z
    .string()
    .regex(/^\/([\w.-]+\/)*$/, 'Write a path that begins and ends with a slash')
    .default('/lodestock-files/')
    .describe('Path under which that web server has the library folder'),
  LODESTOCK_EMBEDDINGS_URL: Address.optional().describe(
    'OpenAI-compatible embeddings endpoint (Ollama, TEI, vLLM); search by words alone without it',
  ),
  LODESTOCK_EMBEDDINGS_MODEL: z
    .string()
    .min(1)
    .default('default')
    .describe('Model that the embedder is asked for'),
  LODESTOCK_EMBEDDINGS_KEY: z.string().min(1).optional().describe('Bearer key of the embedder; never logged'),
  LODESTOCK_EMBEDDINGS_MIN_SIMILARITY: z.coerce
    .number()
    .min(-1)
    .max(1)
    .default(0.6)
    .describe('Cosine similarity from which a model is found by its meaning alone'),
  LODESTOCK_ROLE: Role.default('all').describe('What this server is: file host, site, or both'),
  LODESTOCK_SYNC_KEY: SyncKey.optional().describe(
    'Secret that a site shares with its file hosts, such as `openssl rand -hex 32` gives; never logged',
  ),
  LODESTOCK_HOSTS: HostList.optional().describe(
    'Addresses of the file hosts that this site follows, separated by commas',
  ),
  LODESTOCK_WATCH: Flag.default(true).describe('Take in changes of the library folder by itself'),
  LODESTOCK_QUIET_SECONDS: z.coerce
    .number()
    .min(0)
    .max(3600)
    .default(2)
    .describe('How long a folder must be left alone before it is published, so that no half copy is'),
  LODESTOCK_SCAN_INTERVAL_SECONDS: z.coerce
    .number()
    .min(0)
    .max(2_000_000)
    .default(300)
    .describe('How often the library is looked through for changes that the system did not tell; 0: never'),
  ...posterSettings,
  LODESTOCK_LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Least level logged; debug logs every request'),
});

export type EmbeddingsConfig = {
  readonly url: string;
  readonly model: string;
  readonly key: string | null;
  readonly minSimilarity: number;
};

export type Config = {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly libraryDir: string;
  readonly isDemo: boolean;
  readonly baseUrl: string | null;
  readonly workerUrl: string | null;
  readonly registration: 'open' | 'invite' | 'closed';
  readonly signupCreditCents: number;
  readonly defaultPriceCents: number;
  readonly trustProxy: boolean;
  readonly role: Role;
  /** null: this server is no file host to others and follows none. */
  readonly syncKey: string | null;
  /** File hosts that this site follows, without a slash at the end. */
  readonly hosts: readonly string[];
  /** Who sends large files: this process, or the web server in front of it. */
  readonly accel: 'off' | 'nginx' | 'caddy';
  readonly accelPrefix: string;
  readonly logLevel: string;
  readonly isWatched: boolean;
  /** Milliseconds, as is the next. */
  readonly quietMs: number;
  readonly sweepMs: number;
  readonly posters: PosterConfig;
  /** null: no embedder. */
  readonly embeddings: EmbeddingsConfig | null;
};

const trimSlash = (url: string | undefined) => url?.replace(/\/+$/, '') ?? null;

function toEmbeddings(value: z.output<typeof ConfigSchema>): EmbeddingsConfig | null {
  if (value.LODESTOCK_EMBEDDINGS_URL === undefined) return null;
  return {
    url: value.LODESTOCK_EMBEDDINGS_URL,
    model: value.LODESTOCK_EMBEDDINGS_MODEL,
    key: value.LODESTOCK_EMBEDDINGS_KEY ?? null,
    minSimilarity: value.LODESTOCK_EMBEDDINGS_MIN_SIMILARITY,
  };
}

/** Reads the environment once. Throws one error that lists every wrong value. */
export function readConfig(environment: Environment): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = ConfigSchema.superRefine(refuseMixedRoles).safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The configuration is wrong; nothing was started.\n${lines.join('\n')}`);
  }
  const value = parsed.data;
  const dataDir = path.resolve(value.LODESTOCK_DATA_DIR ?? path.join(dataHome(environment), 'lodestock'));
  return Object.freeze({
    host: value.LODESTOCK_HOST,
    port: value.LODESTOCK_PORT,
    dataDir,
    libraryDir: path.resolve(value.LODESTOCK_LIBRARY_DIR ?? path.join(dataDir, 'demo-library')),
    isDemo:
      value.LODESTOCK_ROLE !== 'site' &&
      value.LODESTOCK_LIBRARY_DIR === undefined &&
      (value.LODESTOCK_DEMO ?? true),
    baseUrl: trimSlash(value.LODESTOCK_BASE_URL),
    workerUrl: trimSlash(value.LODESTOCK_WORKER_URL),
    registration: value.LODESTOCK_REGISTRATION,
    signupCreditCents: value.LODESTOCK_SIGNUP_CREDIT_USD,
    defaultPriceCents: value.LODESTOCK_DEFAULT_PRICE_USD,
    trustProxy: value.LODESTOCK_TRUST_PROXY,
    role: value.LODESTOCK_ROLE,
    syncKey: value.LODESTOCK_SYNC_KEY ?? null,
    hosts: value.LODESTOCK_HOSTS ?? [],
    accel: value.LODESTOCK_ACCEL,
    accelPrefix: value.LODESTOCK_ACCEL_PREFIX,
    logLevel: value.LODESTOCK_LOG_LEVEL,
    isWatched: value.LODESTOCK_WATCH,
    quietMs: value.LODESTOCK_QUIET_SECONDS * 1000,
    sweepMs: value.LODESTOCK_SCAN_INTERVAL_SECONDS * 1000,
    posters: toPosterConfig(value, environment),
    embeddings: toEmbeddings(value),
  });
}
