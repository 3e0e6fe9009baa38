import { setMaxListeners } from 'node:events';
import { createRandom, type Random } from '../../bench/catalogue/random.ts';
import { ask, bearer } from '../../judges/people.ts';
import { createHttpClient, type HttpClient } from '../http-client.ts';
import { createMeasurements, type Measurements } from '../measurements.ts';
import type { SoakPlace } from '../place.ts';
import { agent } from './agent.ts';
import { browse } from './browse.ts';
import { type Buyer, type Charge, download } from './download.ts';
import { ingest } from './ingest.ts';
import { poll } from './poll.ts';

export type LoadParts = Pick<SoakPlace, 'site' | 'host'> & {
  readonly measurements: Measurements;
  readonly random: Random;
  readonly stop: AbortSignal;
  /** A client from its own address. */
  readonly createClient: () => HttpClient;
};

type Options = {
  readonly place: SoakPlace;
  readonly measurements: Measurements;
  readonly seed: number;
  readonly scale: number;
};

type People = Awaited<ReturnType<typeof makePeople>>;

const agentsPerAccount = 50;
const unmeasured = createMeasurements();

/** A connection that a busy machine let go of ends no run: what is asked for here may be asked for twice. */
const askAgain = (...wish: Parameters<typeof ask>) => ask(...wish).catch(() => ask(...wish));

/** Accounts for everyone, made before the clock runs: each costs a slow hash of a password. */
export async function makePeople({ place, scale }: Pick<Options, 'place' | 'scale'>) {
  const count = (usual: number) => Math.max(1, Math.round(usual * scale));
  const { url } = place.site;
  const password = 'password of the soak';
  const register = async (index: number) => {
    const body = { email: `soak${index}@example.org`, password, name: `Soak ${index}` };
    const client = createHttpClient(unmeasured, 10_000 + index); // so many from one address would be refused
    const reply = await client.send({ kind: 'register', url: `${url}/api/auth/register`, body });
    client.close();
    if (reply?.outcome !== 'fine') throw new Error(`registering answered ${reply?.text}`);
    const answer = JSON.parse(reply.text);
    return { accountId: String(Reflect.get(Object(answer.user), 'id')), token: String(answer.token) };
  };
  const admin = await register(0);
  const buyers: Buyer[] = [admin];
  while (buyers.length < count(100)) buyers.push(await register(buyers.length));
  const keys: string[] = [];
  for (let index = 0; index < count(50); index += 1) {
    const owner = buyers[Math.floor(index / agentsPerAccount)] ?? admin;
    const { body } = await askAgain(url, '/api/account/api-keys', {
      headers: bearer(owner.token),
      body: { name: `agent ${index}` },
    });
    keys.push(String(body.apiKey));
  }
  const signedIn = await askAgain(url, '/api/session', { body: { email: 'soak0@example.org', password } });
  const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const browser = { cookie, 'x-csrf-token': String(signedIn.body.csrfToken) };
  return { buyers, keys, browser, browsing: count(500), plugins: count(20) };
}

/** Lets everybody at the site. `stop` ends it and settles once the last request is answered. */
export function startLoad({ place, measurements, seed }: Options, people: People) {
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);
  const charges: Charge[] = [];
  let clients = 0;
  const parts = (): LoadParts => {
    clients += 1;
    const client = clients;
    return {
      site: place.site,
      host: place.host,
      measurements,
      random: createRandom(seed * 100_003 + client),
      stop: ending.signal,
      createClient: () => createHttpClient(measurements, client),
    };
  };
  const running = [
    ...Array.from({ length: people.browsing }, () => browse(parts())),
    ...people.buyers.map((buyer) => download(parts(), buyer, charges)),
    ...people.keys.map((key) => agent(parts(), key)),
    ...Array.from({ length: people.plugins }, () => poll(parts(), people.browser)),
    ingest(parts(), place.site.library),
    ingest(parts(), place.host.library),
  ];
  return {
    charges,
    clients: running.length,
    async stop() {
      ending.abort();
      await Promise.all(running);
    },
  };
}
