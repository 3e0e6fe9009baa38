import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { createPasswords, type Passwords } from '../../server/accounts/sign-in/passwords.ts';
import { buildApp } from '../../server/app/build-app.ts';
import { openStorage } from '../../server/base/data-folder/storage.ts';
import { loadServerKey } from '../../server/base/keys.ts';
import { takeFolderWork } from '../../server/base/storage/folder-work.ts';
import { createSqliteStore } from '../../server/base/store/sqlite-store.ts';
import { change, type Params, selectAll } from '../../server/base/store/steps.ts';
import type { TuningInput } from '../../server/config/tuning.ts';
import { readConfig } from '../../server/config.ts';
import type { RouteDefinition } from '../../server/contract/define.ts';
import { type InputOf, type OutputOf, type RouteName, routes } from '../../server/contract/index.ts';
import { createEmptyLibrary } from '../../server/library/empty-library.ts';
import { createLibrary } from '../../server/library/library.ts';
import { createAwaitedHosts } from '../../server/sync/awaited-hosts.ts';
import { afterUse } from './after-use.ts';
import { checkAnswers } from './check-answers.ts';
import { clusterVariable, makeFreshAccounts, postgresVariable, unhurriedLink } from './fresh-accounts.ts';
import { openFreshDatabase } from './fresh-database.ts';
import { makeLibraryFolder } from './library-folder.ts';
import { withPrices } from './with-prices.ts';

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;
type Options = {
  readonly libraryDir?: string;
  /** The library, in a folder of its own. */
  readonly files?: Parameters<typeof makeLibraryFolder>[0];
  readonly environment?: Readonly<Record<string, string>>;
  /** Other waits and limits than the usual ones. */
  readonly tuning?: TuningInput;
  /** Kept at the end, for a server that comes after; its own folder when absent. */
  readonly dataDir?: string;
  /** Folder of built plugin starters; none when absent. */
  readonly startersDir?: string;
  /** Folder of built pages; none when absent. */
  readonly rendererDir?: string;
  /** Time passes only by advance(), so that a slow machine cannot leave a window of time. */
  readonly isClockStopped?: boolean;
  /** How passwords are hashed; quickly when absent. */
  readonly passwords?: Passwords;
};
/** A server that comes after another on a data folder has the same accounts. */
const sharedAccounts = new Map<string, Promise<Awaited<ReturnType<typeof makeFreshAccounts>>>>();
function accountsOf(dataDir: string, cluster: string) {
  const known = sharedAccounts.get(dataDir) ?? makeFreshAccounts(cluster);
  sharedAccounts.set(dataDir, known);
  return known;
}
type CallOptions = { readonly token?: string; readonly headers?: Readonly<Record<string, string>> };

/** A file host or PostgreSQL is down only when it is gone or says so, never because this computer is slow. */
const unhurried = {
  sync: { probe: 60_000, offer: 60_000 },
  accounts: unhurriedLink,
  writers: 60_000,
};

/** The same hashes for a thirtieth of the work, as tests need no protection; servers in processes use the usual ones. */
const quickPasswords = createPasswords({ memoryCost: 1024, timeCost: 1, parallelism: 1 });

/** The whole server on a real database file and a real port, with a clock that a test can move. */
export async function startTestServer(options: Options = {}) {
  const { files, environment = {}, tuning = {} } = options;
  const libraryDir = files === undefined ? options.libraryDir : makeLibraryFolder(files).folder;
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), 'lodestock-test-'));
  const isInBucket = environment.LODESTOCK_LIBRARY_URL !== undefined;
  const cluster = process.env[postgresVariable] === undefined ? undefined : process.env[clusterVariable];
  const shared = cluster === undefined ? null : await accountsOf(dataDir, cluster);
  const read = readConfig({
    LODESTOCK_DATA_DIR: dataDir,
    ...(environment.LODESTOCK_ROLE !== 'site' &&
      !isInBucket && {
        LODESTOCK_LIBRARY_DIR: libraryDir ?? path.join(dataDir, 'library'),
      }),
    LODESTOCK_PORT: '0',
    LODESTOCK_FIRST_REGISTRATION: 'open',
    LODESTOCK_POSTERS: 'off',
    LODESTOCK_LEVELS: 'off',
    LODESTOCK_BLENDER: 'off',
    LODESTOCK_POSTERS_SANDBOX: 'off', // tests may run as root, for whom browsers have none
    ...withPrices,
    LODESTOCK_WATCH: 'false',
    LODESTOCK_QUIET_SECONDS: '0',
    // A library of a few small models needs no thread for each.
    LODESTOCK_TEST_TUNING: JSON.stringify({
      ...{ readers: 1, levelPriority: 0, ...tuning },
      sync: { ...unhurried.sync, ...tuning.sync },
      accounts: { ...unhurried.accounts, ...tuning.accounts },
    }),
    ...environment,
  });
  // A separate library next to shared accounts is for tests alone: they need no file host then.
  const config = shared === null || read.role === 'host' ? read : { ...read, sharedAccounts: shared.config };
  let ahead = 0;
  const startedAt = Date.now();
  const clock = () => (options.isClockStopped ? startedAt : Date.now()) + ahead;
  const logStream = new PassThrough();
  const logged: string[] = [];
  logStream.on('data', (chunk: Buffer) => logged.push(String(chunk)));
  const db = openFreshDatabase(path.join(dataDir, 'lodestock.db'));
  // Its own threads write too, and may have to wait for a processor while they do.
  const storage = openStorage(db, { patience: unhurried.writers });
  const work = takeFolderWork(dataDir);
  const library =
    config.role === 'site'
      ? createEmptyLibrary({ db, awaited: createAwaitedHosts({ config, db, clock, storage, work }) })
      : createLibrary({ config, db, clock, storage });
  const key = config.sharedAccounts?.serverKey ?? loadServerKey(dataDir);
  const rendererDir = options.rendererDir ?? path.join(dataDir, 'no-pages');
  const app = await buildApp({
    config,
    db,
    key,
    clock,
    readiness: library,
    storage,
    work,
    rendererDir,
    startersDir: options.startersDir ?? path.join(dataDir, 'no-starters'),
    logStream,
    passwords: options.passwords ?? quickPasswords,
  });
  db.pragma(`busy_timeout = ${unhurried.writers}`);
  const store = app.store ?? createSqliteStore(db);
  const wrongAnswers = checkAnswers(app.http);
  await app.http.listen({ host: config.host, port: 0 });
  const bound = app.http.server.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  app.addresses.setPort(port);
  const baseUrl = `http://127.0.0.1:${port}`;
  if ((libraryDir !== undefined || isInBucket) && work.isOurs()) await library.scan(app.http.log);

  let closing: Promise<void> | undefined;
  async function end() {
    const closed = app.http.close();
    app.http.server.closeAllConnections(); // answers that a test did not read would keep it open
    await closed;
    await library.close();
    work.release();
    await storage.close();
    db.close();
    if (shared !== null && options.dataDir === undefined) await shared.drop();
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true, maxRetries: 50 });
    if (wrongAnswers.length > 0) throw new Error(wrongAnswers.join('\n'));
  }
  /** Also called when the test ends, or the file where that began it. */
  const close = () => {
    closing ??= end();
    return closing;
  };
  afterUse(close);

  return {
    baseUrl,
    dataDir,
    /** What the first account needs where the server has a public name; null once there is one. */
    setupCode: app.setupCode,
    db,
    /** Where its accounts are kept. */
    store,
    /** Rows of accounts, wherever they are kept; parameters are named in the statement as `@name`. */
    rows: <Row>(statement: string, parameters: Params = {}) =>
      store.run(selectAll<Params, Row>(statement)(parameters)),
    /** Changes rows of accounts. */
    change: (statement: string, parameters: Params = {}) => store.run(change(statement)(parameters)),
    app,
    logged,
    scan: () => library.scan(app.http.log),
    advance: (milliseconds: number) => {
      ahead += milliseconds;
    },
    call: <N extends RouteName>(name: N, input: InputOf<N>, options?: CallOptions) =>
      call(baseUrl, { name, input, ...options }),
    close,
  };
}

type Call<N extends RouteName> = CallOptions & { readonly name: N; readonly input: InputOf<N> };

export type Answer<T> = {
  readonly status: number;
  readonly headers: Headers;
  /** The success body, checked against the contract; reading it after a failure throws. */
  readonly body: T;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details?: Record<string, unknown>;
  };
};

async function call<N extends RouteName>(
  baseUrl: string,
  { name, input, token, headers }: Call<N>,
): Promise<Answer<OutputOf<N>>> {
  const route: RouteDefinition = routes[name];
  const given = Object.fromEntries<unknown>(Object.entries(Object(input)));
  const take = (fields: object = {}) => Object.keys(fields).filter((field) => given[field] !== undefined);
  let address = route.path;
  for (const field of take(route.params?.shape))
    address = address.replace(`{${field}}`, encodeURIComponent(String(given[field])));
  const query = new URLSearchParams(
    take(route.query?.shape).flatMap((field) => [given[field]].flat().map((value) => [field, String(value)])),
  );
  const body = route.body && Object.fromEntries(take(route.body.shape).map((field) => [field, given[field]]));
  const response = await fetch(`${baseUrl}${address}${query.size > 0 ? `?${query}` : ''}`, {
    method: route.method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const json: unknown = text === '' ? null : JSON.parse(text);
  return {
    status: response.status,
    headers: response.headers,
    get body() {
      if (!response.ok) throw new Error(`${name} answered ${response.status}: ${text}`);
      return route.response.parse(json) as OutputOf<N>;
    },
    get error() {
      if (response.ok) throw new Error(`${name} was expected to fail and answered ${text}`);
      return json as Answer<OutputOf<N>>['error'];
    },
  };
}

let people = 0;

/** A new account with its token. */
export async function registerPerson(server: TestServer) {
  people += 1;
  const email = `person${people}@example.org`;
  const password = 'correct horse battery';
  const setupCode = (await server.setupCode()) ?? undefined;
  const { body } = await server.call('register', { email, password, name: `Person ${people}`, setupCode });
  return { email, password, ...body };
}
