import { pick } from '../../bench/catalogue/random.ts';
import type { SoakLibrary } from '../library.ts';
import { repeat } from './client-loop.ts';
import type { LoadParts } from './start-load.ts';

/** Somebody who copies models into a library, and changes and deletes some of those; what was there at first stays. */
export function ingest({ random, stop }: LoadParts, library: SoakLibrary): Promise<void> {
  return repeat(
    async () => {
      const turn = random();
      const others = library.models().slice(library.lasting.length);
      if (turn < 0.6 || others.length < 10) for (let count = 0; count < 5; count += 1) library.add();
      else if (turn < 0.85) library.change(pick(others, random));
      else library.remove(pick(others, random));
    },
    { pause: 4_000, random, stop },
  );
}
