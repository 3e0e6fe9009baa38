import type { HeapReport } from './heap-report.ts';
import type { Finding } from './laws.ts';
import { slopeOf } from './measurements.ts';
import { readResident, type SoakServer } from './place.ts';

/** Milliseconds between two looks. */
const interval = 2_000;
/** Minutes for which a process must have run before its memory is judged: caches fill, code is compiled. */
const warmUp = 4;
/** Minutes of which the lowest value counts, since garbage stays until it is collected. */
const window = 2;
/** Megabytes a minute by which the lowest values may grow, as the catalogue does too. */
const allowed = 2;

type Point = readonly [minutes: number, megabytes: number];
type Life = { readonly pid: number; readonly heap: Point[]; readonly resident: Point[] };

/** The lowest value of each two minutes, with the minute in which those began. */
function toFloors(points: readonly Point[], from: number): Point[] {
  const windows = Map.groupBy(points, ([minutes]) => Math.floor((minutes - from) / window));
  const whole = [...windows].filter(([index, own]) => index < windows.size - 1 || own.length > 45);
  return whole.map(([index, own]) => [index * window, Math.min(...own.map(([, value]) => value))]);
}

/** Watches the memory of a server over all its processes; `judge` ends it. */
export function watchMemory(server: SoakServer, report: HeapReport) {
  const lives: Life[] = [];
  const timer = setInterval(() => {
    const pid = server.pid();
    if (pid === null) return;
    const [heap, resident] = [report.read(pid), readResident(pid)];
    if (heap === null || resident === null) return;
    if (lives.at(-1)?.pid !== pid) lives.push({ pid, heap: [], resident: [] });
    const minutes = performance.now() / 60_000;
    lives.at(-1)?.heap.push([minutes, heap]);
    lives.at(-1)?.resident.push([minutes, resident]);
  }, interval);

  return {
    judge(): Finding {
      clearInterval(timer);
      const law = 'Memory is flat';
      const longest = lives.toSorted((one, other) => other.heap.length - one.heap.length)[0];
      const { heap = [], resident = [] } = longest ?? {};
      const [first, last] = [heap[0]?.[0] ?? 0, heap.at(-1)?.[0] ?? 0];
      const peak = Math.round(Math.max(...resident.map(([, megabytes]) => megabytes)));
      const life = `${lives.length} processes, peak ${peak} MB`;
      const floors = toFloors(heap, first).filter(([minutes]) => minutes >= warmUp);
      if (floors.length < 3) {
        const note = `the longest ran ${(last - first).toFixed(1)} minutes, and 10 are needed to judge`;
        return { law, figures: `${life}; not judged: ${note}`, broken: [] };
      }
      const slope = slopeOf(floors);
      const shown = floors.map(([, megabytes]) => megabytes.toFixed(0)).join(', ');
      return {
        law,
        figures: `${life}; heap after collections ${shown} MB, every ${window} minutes after ${warmUp}`,
        broken: slope > allowed ? [`The heap grows by ${slope.toFixed(1)} MB a minute.`] : [],
      };
    },
  };
}
