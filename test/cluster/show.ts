import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { writeDemo } from '../../.ci/demo/build-demo.ts';
import { demoModels } from '../../.ci/demo/demo-models.ts';
import { users } from '../../server/accounts/access/users.ts';
import { createPasswords } from '../../server/accounts/sign-in/passwords.ts';
import { type Place, startPlace } from './place.ts';

const admin = { email: 'admin@example.org', password: 'look at the cluster' };

/** Every file beneath a folder, by its path in it. */
function readFiles(folder: string): Record<string, Buffer> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return [path.relative(folder, file).replaceAll(path.sep, '/'), readFileSync(file)];
    }),
  );
}

async function makeAdmin({ accounts }: Place) {
  const { email, password } = admin;
  const passwordHash = await createPasswords().hash(password);
  const at = new Date().toISOString();
  await accounts.run(users.add({ email, name: 'Admin', passwordHash, role: 'admin', at }));
}

type Words = readonly string[];
type Order = {
  readonly says: string;
  readonly does: (place: Place, words: Words) => unknown;
};

const allWires = (place: Place, fault: 'cut' | 'silence' | 'swallowNotices' | 'mend') => {
  for (const wire of place.wires) wire[fault]();
};
const siteOf = (place: Place, [, name]: Words) => {
  const found = place.sites.find((site) => site.name === `site-${name}`);
  if (found === undefined) throw new Error('Name a site: one, two or three.');
  return found;
};

/** What can be typed while the cluster runs. */
const orders: Readonly<Record<string, Order>> = {
  cut: { says: 'no site reaches PostgreSQL', does: (place) => allWires(place, 'cut') },
  silence: { says: 'PostgreSQL says nothing', does: (place) => allWires(place, 'silence') },
  swallow: { says: 'notices get lost', does: (place) => allWires(place, 'swallowNotices') },
  mend: { says: 'PostgreSQL is there again', does: (place) => allWires(place, 'mend') },
  kill: { says: 'kill -9 of a site: kill one', does: (place, words) => siteOf(place, words).stop('SIGKILL') },
  start: { says: 'start it again: start one', does: (place, words) => siteOf(place, words).start() },
  crash: { says: 'kill -9 of PostgreSQL', does: ({ postgres }) => postgres.kill() },
  resume: { says: 'start PostgreSQL again', does: ({ postgres }) => postgres.resume() },
  'no-store': { says: 'the bucket is away', does: ({ store }) => store.fail({ kind: 'away' }) },
  store: { says: 'the bucket is there again', does: ({ store }) => store.fail(null) },
};

const describe = (place: Place) => `
Lodestock is at ${place.url}: HAProxy in front of three sites.
Sign in as ${admin.email} with the password "${admin.password}".

${place.sites.map(({ name, url, pid }) => `  ${name.padEnd(12)} ${url}  process ${pid()}`).join('\n')}
${place.hosts.map(({ name, url, pid }) => `  ${name.padEnd(12)} ${url}  process ${pid()}`).join('\n')}
  bucket       ${place.store.endpoint}/${place.store.settings.bucket}
  PostgreSQL   ${place.postgres.url}
  data         ${place.folder}

Try: sign in, download a model, then type "cut". Search and downloads of what you own go on; a new one says that it is
unavailable. Type "mend", and it works again. Or "kill one" while pages are open: nobody notices.

${Object.entries(orders)
  .map(([name, { says }]) => `  ${name.padEnd(10)}${says}`)
  .join('\n')}
  quit      stop everything
`;

async function obey(place: Place, line: string) {
  const words = line.trim().split(/\s+/);
  const [name = ''] = words;
  if (name === '') return;
  try {
    const order = orders[name];
    if (order === undefined) throw new Error(`Type one of ${[...Object.keys(orders), 'quit'].join(', ')}.`);
    await order.does(place, words);
    console.log(`Done: ${order.says}.`);
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
  }
}

/** Does what is typed, one order after the other, until there is a signal or an order to quit. */
async function takeOrders(place: Place) {
  const lines = createInterface({ input: process.stdin });
  let before: Promise<unknown> = Promise.resolve();
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    lines.on('line', (line) => {
      before = before.then(() => (line.trim() === 'quit' ? resolve() : obey(place, line)));
    });
  });
  lines.close();
}

/** Runs the whole set for a person to look at, until they end it. */
export async function showCluster({ folder, port }: { readonly folder?: string; readonly port?: number }) {
  const data = folder ?? mkdtempSync(path.join(tmpdir(), 'lodestock-cluster-'));
  const [libraryDir, bucketDir] = [path.join(data, 'library'), path.join(data, 'bucket')];
  const slugs = demoModels.map(({ slug }) => slug);
  const half = slugs.length / 2;
  console.log('Making models, and starting PostgreSQL, two file hosts, three sites and HAProxy …');
  for (const [target, models] of [
    [libraryDir, slugs.slice(0, half)],
    [bucketDir, slugs.slice(half)],
  ] as const) {
    mkdirSync(target, { recursive: true });
    writeDemo(target, { models });
  }
  const place = await startPlace({
    ...{ folder: data, libraryDir, inBucket: readFiles(bucketDir) },
    ...(port !== undefined && { port }),
    environment: { LODESTOCK_POSTERS: 'auto' },
  });
  try {
    await makeAdmin(place);
    await place.waitForModels(slugs.length);
    console.log(describe(place));
    await takeOrders(place);
    console.log('Stopping …');
  } finally {
    await place.stop();
    if (folder === undefined) rmSync(data, { recursive: true, force: true, maxRetries: 50 });
  }
}
