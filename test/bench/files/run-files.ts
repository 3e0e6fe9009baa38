import autocannon from 'autocannon';
import { whyNo } from '../../helpers/web-server.ts';
import type { Row } from '../run.ts';
import { type Contenders, startContenders } from './contenders.ts';
import { cpuOf, kernelCpuOf } from './cpu-of.ts';
import { makeFileLibrary } from './file-library.ts';
import { measureMachineLimits } from './machine-limits.ts';
import { sink } from './sink.ts';

const repetitions = 5;
const gigabyte = 1e9;

type Contender = { readonly url: string; readonly pids: readonly number[] };
type Figure = {
  readonly cpu: number;
  /** The share of it that the kernel took. */
  readonly kernel: number;
  readonly firstByte: number;
  readonly rate: number;
};

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** CPU seconds per GB, of one answer after the other. */
async function measureTransfer({ url, pids }: Contender, times: number): Promise<Figure> {
  const before = cpuOf(pids);
  const kernelBefore = kernelCpuOf(pids);
  let bytes = 0;
  let milliseconds = 0;
  const firstBytes: number[] = [];
  for (let count = 0; count < times; count += 1) {
    const received = await sink(url);
    bytes += received.bytes;
    milliseconds += received.last;
    firstBytes.push(received.firstByte);
  }
  const spent = cpuOf(pids) - before;
  const kernel = (kernelCpuOf(pids) - kernelBefore) / spent;
  const cpu = (spent / bytes) * gigabyte;
  return { cpu, kernel, firstByte: median(firstBytes), rate: bytes / milliseconds / 1e6 };
}

/** CPU seconds per request. */
async function measureRequests({ url, pids }: Contender): Promise<Figure> {
  const before = cpuOf(pids);
  const result = await autocannon({ url, connections: 32, duration: 2 });
  if (result.non2xx > 0) throw new Error(`${url} refused ${result.non2xx} requests`);
  const cpu = (cpuOf(pids) - before) / result.requests.total;
  return { cpu, kernel: 0, firstByte: 0, rate: result.requests.average };
}

/** Measures all in turn, as often as the repetitions say; the first is ours. */
async function interleave(contenders: readonly Contender[], measure: (one: Contender) => Promise<Figure>) {
  const rounds: Figure[][] = [];
  for (const contender of contenders) await measure(contender);
  for (let count = 0; count < repetitions; count += 1) {
    const round: Figure[] = [];
    for (const contender of contenders) round.push(await measure(contender));
    rounds.push(round);
  }
  const of = (index: number, field: keyof Figure) =>
    median(rounds.map((round) => round[index]?.[field] ?? 0));
  const ratio = (index: number) =>
    median(rounds.map((round) => (round[index]?.cpu ?? 0) / (round[0]?.cpu ?? 1)));
  return { of, ratio };
}

const perGigabyte = (of: (field: keyof Figure) => number) =>
  `${of('cpu').toFixed(2)} CPU s/GB (${Math.round(of('kernel') * 100)} % in the kernel), ${of('rate').toFixed(1)} GB/s`;
const atMost = (ratio: number) => `${(1 / ratio).toFixed(2)}× the CPU`;
const better = (ratio: number) => `${ratio.toFixed(1)}× less CPU`;

async function benchServing({ ours, anchors, nginx, directUrl, pids }: Contenders): Promise<Row[]> {
  const large = await directUrl('single', '1k/large.psd');
  const handed = large.replace(ours, nginx);
  const measure = (one: Contender) => measureTransfer(one, 3);
  const whole = await interleave(
    [
      { url: large, pids: [pids.ours] },
      { url: `${nginx}/plain/single/1k/large.psd`, pids: [pids.nginx] },
      { url: `${anchors}/static/single/1k/large.psd`, pids: [pids.anchors] },
      { url: handed, pids: [pids.nginx, pids.ours] },
    ],
    measure,
  );
  const show = (index: number) => perGigabyte((field) => whole.of(index, field));
  const tiny = await interleave(
    [
      { url: await directUrl('single', '1k/tiny.psd'), pids: [pids.ours] },
      { url: `${nginx}/plain/single/1k/tiny.psd`, pids: [pids.nginx] },
    ],
    measureRequests,
  );
  const each = (index: number) =>
    `${Math.round(tiny.of(index, 'cpu') * 1e6)} µs CPU, ${Math.round(tiny.of(index, 'rate')).toLocaleString('en')} requests/s`;
  const handedRatio = whole.ratio(3) / whole.ratio(1);
  return [
    { what: 'A file of 1 GiB', ours: show(0), anchor: `nginx: ${show(1)}`, ratio: atMost(whole.ratio(1)) },
    { what: 'The same', ours: show(0), anchor: `@fastify/static: ${show(2)}`, ratio: better(whole.ratio(2)) },
    {
      what: 'The same, handed to nginx',
      ours: show(3),
      anchor: `nginx: ${show(1)}`,
      ratio: `${handedRatio.toFixed(2)}× the CPU`,
    },
    { what: 'A file of 1 KiB', ours: each(0), anchor: `nginx: ${each(1)}`, ratio: atMost(tiny.ratio(1)) },
  ];
}

async function benchArchive(contenders: Contenders, what: string, guid: string): Promise<Row[]> {
  const { anchors, nginx, zipUrl, pids, watchDelay, readDelay } = contenders;
  const times = guid === 'big' ? 1 : 3;
  const oursAndNginx = [
    { url: await zipUrl(guid), pids: [pids.ours] },
    { url: `${nginx}/ready/${guid}.zip`, pids: [pids.nginx] },
  ];
  const near = await interleave(oursAndNginx, (one) => measureTransfer(one, times));
  watchDelay();
  for (let count = 0; count < repetitions; count += 1) await sink(await zipUrl(guid));
  const delay = await readDelay();
  const far = await interleave(
    [...oursAndNginx.slice(0, 1), { url: `${anchors}/archive/${guid}`, pids: [pids.anchors] }],
    (one) => measureTransfer(one, 1),
  );
  const waits = `first byte ${near.of(0, 'firstByte').toFixed(1)} ms, event loop p99 ${delay.toFixed(1)} ms`;
  const show = (run: typeof near, index: number) => perGigabyte((field) => run.of(index, field));
  return [
    {
      what,
      ours: `${show(near, 0)}; ${waits}`,
      anchor: `nginx, a ready-made ZIP: ${show(near, 1)}`,
      ratio: atMost(near.ratio(1)),
    },
    {
      what: 'The same',
      ours: show(far, 0),
      anchor: `archiver: ${show(far, 1)}`,
      ratio: better(far.ratio(1)),
    },
  ];
}

/** What no program on this machine can do without, next to which the ratios are to be read. */
function tellLimits(): Row {
  const { memcpy, read, sha256 } = measureMachineLimits();
  const each = { memcpy, 'read from the page cache': read, 'SHA-256': sha256 };
  const told = Object.entries(each).map(([what, cpu]) => `${what} ${cpu.toFixed(2)}`);
  const anchor = `${told.join(', ')} CPU s/GB; sendfile: nginx, a file of 1 GiB`;
  return { what: 'The machine’s own limits, one core', ours: '–', anchor, ratio: '' };
}

/** Files and ZIPs against nginx and what Node usually takes, side by side in one run. */
export async function benchFiles(): Promise<Row[]> {
  const missing = whyNo('nginx');
  if (missing !== null) {
    console.error(`Files and ZIPs were not measured: ${missing}.`);
    return [];
  }
  const library = makeFileLibrary();
  const contenders = await startContenders(library.folder);
  try {
    return [
      tellLimits(),
      ...(await benchServing(contenders)),
      ...(await benchArchive(contenders, 'ZIP of 60 big files, 1 GiB', 'big')),
      ...(await benchArchive(contenders, 'ZIP of 5,000 files of 20 KiB', 'small')),
    ];
  } finally {
    await contenders.stop();
    library.remove();
  }
}

if (import.meta.main) for (const row of await benchFiles()) console.log(Object.values(row).join(' | '));
