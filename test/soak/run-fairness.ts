import { judgeFairness } from './fairness.ts';
import { judgeIndex } from './laws.ts';
import { makePlace } from './place.ts';

// The law of fairness alone, as often as is said: the soak judges it once, at its end.
const times = Number(process.argv[2] ?? 3);
const place = await makePlace({ models: 200 });
try {
  await place.host.start();
  await place.site.start();
  await judgeIndex(place);
  for (let time = 0; time < times; time += 1) console.log((await judgeFairness(place)).figures);
} finally {
  await place.destroy();
}
process.exit(0);
