import { cpuOf } from '../../bench/files/cpu-of.ts';
import { ask, askDirect } from '../ask.ts';
import type { ClusterProcess } from '../cluster-process.ts';
import type { Person } from '../people.ts';
import type { Place } from '../place.ts';

type Options = { readonly rounds: number; readonly requests: number };
const connections = 32;

async function load({ url }: ClusterProcess, token: string, guid: string, requests: number) {
  let left = requests;
  const run = async () => {
    while (left > 0) {
      left -= 1;
      const { status } = await askDirect(url, token, guid);
      if (status !== 200) throw new Error(`An owned file was answered with ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: connections }, run));
}

/** Downloads of an owned model at a site with shared accounts and at one with its own, by turns. */
export async function proveOwned(
  place: Place,
  { tokens: [token = ''] }: Person,
  guid: string,
  { rounds, requests }: Options,
) {
  const [site] = place.sites;
  const [wire] = place.wires;
  const embedded = await place.addServer('site-alone', {
    LODESTOCK_ROLE: 'site',
    LODESTOCK_HOSTS: place.hosts.map(({ url }) => url).join(','),
  });
  await embedded.start();
  while (Number((await ask(`${embedded.url}/api-embeddings/browse?limit=1`)).body.total) === 0);
  const person = { email: 'ann@example.org', password: 'correct horse battery', name: 'Ann' };
  const { body } = await ask(`${embedded.url}/api/auth/register`, { body: person });
  const both = [
    { site, token, cpu: [] as number[] },
    { site: embedded, token: String(body.token), cpu: [] as number[] },
  ];
  let asked = 0;
  let seconds = 0;
  for (let round = 0; round <= rounds; round += 1)
    for (const one of both) {
      if (one.site === undefined) throw new Error('There is no site.');
      const pid = one.site.pid() ?? 0;
      const before = { cpu: cpuOf([pid]), asked: wire?.asked() ?? 0, at: performance.now() };
      await load(one.site, one.token, guid, requests);
      if (round === 0) continue; // what is compiled, and charged, first
      one.cpu.push(((cpuOf([pid]) - before.cpu) / requests) * 1e6);
      if (one.site !== site) continue;
      asked += (wire?.asked() ?? 0) - before.asked;
      seconds += (performance.now() - before.at) / 1000;
    }
  await embedded.stop();
  const [shared = [], alone = []] = both.map(({ cpu }) => cpu.sort((a, b) => a - b));
  return { shared, alone, asked, seconds, requests: rounds * requests };
}
