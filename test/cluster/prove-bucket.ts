import { whyNoSwift } from '../helpers/swift-store.ts';
import { whyNo } from '../helpers/web-server.ts';
import { makeModels, makePeople } from './people.ts';
import { count, noneWrong, type Row, withPlace } from './proof-rows.ts';
import { proveHandOff, proveListing, proveSameBytes, proveZipMemory } from './proofs/bucket.ts';
import { proveSwift } from './proofs/swift.ts';

/** The same with OpenStack Swift in place of the store that tests bring. */
export async function swift(): Promise<readonly Row[]> {
  const why = whyNoSwift() ?? whyNo('nginx');
  if (why !== null)
    return [{ what: `Files of OpenStack Swift: ${why}`, goal: '–', seen: 'not run', isMet: true }];
  const { compared, wrong } = await proveSwift();
  return [
    {
      what: `${count(compared)} files of OpenStack Swift through nginx, one of them uploaded in parts, by SHA-256; a range across two parts; an object that was replaced`,
      ...{ goal: 'identical; refused', seen: noneWrong(wrong), isMet: wrong.length === 0 },
    },
  ];
}

/** What docs/buckets.md promises, in figures. */
export async function bucket(): Promise<readonly Row[]> {
  const same = await withPlace({ models: 170 }, async (place) => {
    const people = await makePeople(place.accounts, 1);
    const [person] = people;
    if (person === undefined) throw new Error('There is nobody.');
    return proveSameBytes(place, person, makeModels('b', 170).files);
  });
  const { gigabytes, perGigabyte, idle } = await proveHandOff(20);
  const { megabytes, grownBy } = await proveZipMemory();
  const { first, again } = await proveListing(makeModels('c', 14_300).files);
  return [
    {
      what: `${count(same.compared)} files of the bucket through a site, by SHA-256`,
      ...{ goal: 'identical', seen: noneWrong(same.wrong), isMet: same.wrong.length === 0 },
    },
    {
      what: `${gigabytes.toFixed(1)} GB that nginx fetches from the store: CPU of Lodestock beside the ${idle.toFixed(3)} CPU s/GB that it takes in as much time while nobody asks`,
      ...{ goal: '≤ 0.02 CPU s/GB', seen: `${perGigabyte.toFixed(3)} CPU s/GB`, isMet: perGigabyte <= 0.02 },
    },
    {
      what: `A ZIP of ${Math.round(megabytes)} MB from a bucket, three times, to somebody who takes nothing of it for 3 s: resident memory`,
      goal: 'grows once, by less than 200 MB',
      seen: grownBy.map((grown) => `${Math.round(grown)} MB`).join(', '),
      isMet: grownBy.every((grown, index) => grown < (index === 0 ? 200 : 64)),
    },
    {
      what: `100,100 objects listed again: ${again.seconds.toFixed(1)} s, ${again.cpu.toFixed(1)} CPU s, ${again.listed} requests (read the first time: ${first.seconds.toFixed(0)} s, ${first.cpu.toFixed(0)} CPU s)`,
      ...{ goal: 'no content is read', seen: `${again.read} objects read`, isMet: again.read === 0 },
    },
  ];
}
