import type { Finding } from './laws.ts';
import { slopeOf } from './measurements.ts';
import { readResident, type SoakServer } from './place.ts';

/** Milliseconds between two looks. */
const interval = 2_000;
/** Milliseconds for which a process must have run before its memory is judged: caches fill, code is compiled. */
const warmUp = 5 * 60_000;
/** Megabytes a minute that noise of the garbage collector may look like. */
const allowed = 4;

/** Watches the resident memory of a server over all its processes; `judge` ends it. */
export function watchMemory(server: SoakServer) {
  type Life = { readonly pid: number; readonly points: (readonly [minutes: number, megabytes: number])[] };
  const lives: Life[] = [];
  const timer = setInterval(() => {
    const pid = server.pid();
    const megabytes = readResident(pid);
    if (pid === null || megabytes === null) return;
    if (lives.at(-1)?.pid !== pid) lives.push({ pid, points: [] });
    lives.at(-1)?.points.push([performance.now() / 60_000, megabytes]);
  }, interval);

  return {
    judge(): Finding {
      clearInterval(timer);
      const law = 'Memory is flat';
      const longest = lives.reduce<Life | null>(
        (best, life) => (life.points.length > (best?.points.length ?? 0) ? life : best),
        null,
      );
      const points = longest?.points ?? [];
      const [first, last] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
      const peak = Math.round(Math.max(...points.map(([, megabytes]) => megabytes)));
      const warm = points.filter(([minutes]) => (minutes - first) * 60_000 >= warmUp);
      const life = `${lives.length} processes, peak ${peak} MB`;
      if (last - first < (2 * warmUp) / 60_000) {
        const minutes = (last - first).toFixed(1);
        const note = `the longest ran ${minutes} minutes, and 10 are needed to judge`;
        return { law, figures: `${life}; not judged: ${note}`, broken: [] };
      }
      const slope = slopeOf(warm);
      return {
        law,
        figures: `${life}; ${slope.toFixed(1)} MB/min over ${(last - first).toFixed(0)} minutes, the first 5 left out`,
        broken: slope > allowed ? [`Memory grows by ${slope.toFixed(1)} MB a minute.`] : [],
      };
    },
  };
}
