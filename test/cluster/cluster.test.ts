import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LibraryFolder, makeLibraryFolder } from '../helpers/library-folder.ts';
import { makeModels, makePeople, type Person } from './people.ts';
import { type Place, startPlace, whyNoPlace } from './place.ts';
import { proveAway } from './proofs/away.ts';
import { proveChange } from './proofs/changes.ts';
import { proveKills } from './proofs/kills.ts';
import { proveWrongPasswords } from './proofs/limits.ts';
import { provePaging } from './proofs/paging.ts';
import { proveRevoked } from './proofs/revoked.ts';

// A short run of what `npm run cluster -- --prove` does at length; how long things take is judged there alone.
const why = whyNoPlace();
const [inFolder, inBucket] = [makeModels('a', 10), makeModels('b', 10)];
const unlimited = { LODESTOCK_TEST_TUNING: JSON.stringify({ directLimit: { max: 1e9, window: 1 } }) };

describe.skipIf(why !== null)(`three sites that share accounts${why === null ? '' : ` (${why})`}`, () => {
  let library: LibraryFolder;
  let place: Place;
  let people: readonly Person[] = [];
  /** Asks the sites themselves: on a busy machine the load balancer may take one for gone. */
  const urls = () => place.sites.map(({ url }) => url);
  const personAt = (index: number) => people[index] ?? expect.fail();
  beforeAll(async () => {
    library = makeLibraryFolder(inFolder.files);
    place = await startPlace({
      ...{ libraryDir: library.folder, inBucket: inBucket.files, environment: unlimited },
    });
    await place.waitForModels(20);
    people = await makePeople(place.accounts, 8);
  });
  afterAll(async () => {
    await place?.stop();
    library?.remove();
  });

  test('answers the same bytes at every site', async () => {
    const { wrong } = await provePaging(place, 20);

    expect(wrong).toEqual([]);
  });

  test('tries no more than ten wrong passwords wherever they are sent', async () => {
    const tried = await proveWrongPasswords(place, personAt(7), urls());
    const more = await proveWrongPasswords(place, personAt(7), urls());

    // One that a busy machine did not answer in time may have been counted.
    expect(tried[401]).toBeLessThanOrEqual(10);
    expect(tried[401]).toBeGreaterThan(0);
    expect(more[401] ?? 0).toBeLessThanOrEqual(10 - (tried[401] ?? 0));
  });

  test('refuses a revoked token although notices are swallowed', async () => {
    const took = await proveRevoked(place, personAt(6), { isSwallowed: true });

    expect(took).toBeGreaterThan(0);
  });

  test('finds a new model at every site', async () => {
    const took = await proveChange(place, { write: library.write, word: 'zebra' });

    expect(took).toBeGreaterThan(0);
  });

  test('goes on while PostgreSQL says nothing', async () => {
    const seen = await proveAway(place, {
      ...{ fault: 'silence', seconds: 0, people: people.slice(0, 2), guids: inFolder.guids, urls: urls() },
    });

    expect(seen).toMatchObject({ wrong: [], charges: 1 });
  });

  test('loses no charge to kills of sites and PostgreSQL', async () => {
    const { wrong, charged } = await proveKills(place, {
      ...{ people: people.slice(2, 6), guids: [...inFolder.guids, ...inBucket.guids] },
      ...{ seed: 1, kills: 2, crashes: 1, clients: 18 },
    });

    expect(wrong).toEqual([]);
    expect(charged).toBeGreaterThan(0);
  });
});
