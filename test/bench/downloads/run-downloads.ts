import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findQuietPort } from '../../helpers/find-quiet-port.ts';
import { createPrivateAuthority, whyNoAuthority } from '../../helpers/private-authority.ts';
import { startServerChild } from '../../helpers/server-child.ts';
import type { Row } from '../run.ts';
import { askForToken, waitForScan } from './bench-account.ts';
import { makeDownloadLibrary, smallCount } from './download-library.ts';
import type { Measured } from './measured.ts';

const run = promisify(execFile);
const repetitions = Number(process.env.LODESTOCK_BENCH_ROUNDS ?? 5);

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

type Contender = () => Promise<Pick<Measured, 'wall' | 'cpu'> & Partial<Measured>>;

/** Takes turns, so that whatever else the machine does meets all alike. */
async function interleave(contenders: readonly Contender[]) {
  const rounds: Awaited<ReturnType<Contender>>[][] = [];
  for (let count = 0; count < repetitions; count += 1) {
    const round: Awaited<ReturnType<Contender>>[] = [];
    for (const contender of contenders) round.push(await contender());
    rounds.push(round);
  }
  const of = (index: number, field: keyof Measured) =>
    median(rounds.map((round) => round[index]?.[field] ?? Number.NaN));
  const ratio = (field: 'wall' | 'cpu') =>
    median(rounds.map((round) => (round[0]?.[field] ?? 0) / (round[1]?.[field] ?? 1)));
  return { of, ratio };
}

type Interleaved = Awaited<ReturnType<typeof interleave>>;

function toRow(what: string, anchor: string, measured: Interleaved): Row {
  const { of, ratio } = measured;
  const show = (index: number) => `${of(index, 'wall').toFixed(2)} s, ${of(index, 'cpu').toFixed(2)} CPU s`;
  const ours = `${show(0)}, ${Math.round(of(0, 'grown'))} MB more, event loop p99 ${of(0, 'delay').toFixed(0)} ms`;
  const both = `${ratio('wall').toFixed(2)}× the time, ${ratio('cpu').toFixed(2)}× the CPU`;
  return { what, ours, anchor: `${anchor}: ${show(1)}`, ratio: both };
}

/** The same, with what the disk takes for the files alone. */
function toSmallRow(what: string, anchor: string, measured: Interleaved): Row {
  const row = toRow(what, anchor, measured);
  const [wall, cpu] = [measured.of(2, 'wall'), measured.of(2, 'cpu')];
  const floor = `the same files written, synced, read back, renamed and hashed alone: ${wall.toFixed(2)} s, ${cpu.toFixed(2)} CPU s`;
  return { ...row, anchor: `${row.anchor}; ${floor}` };
}

/** Milliseconds after the last byte, bytes by those of the files, and the most descriptors. */
type Resumed = { readonly finish: number; readonly sent: number; readonly descriptors: number };

function toResumedRow(resumed: readonly Resumed[]): Row {
  const of = (field: keyof Resumed) => median(resumed.map((one) => one[field]));
  const ours = `done ${of('finish').toFixed(0)} ms after the last byte, at most ${of('descriptors')} descriptors`;
  const what = '1 GiB over TLS, cut off in the middle and resumed';
  return { what, ours, anchor: 'the bytes of the files', ratio: `${of('sent').toFixed(3)}× the bytes` };
}

/** Downloads over TLS next to curl with openssl, and next to got, in turns; the server is the same. */
async function benchDownloads(): Promise<Row[]> {
  const missing = whyNoAuthority();
  if (missing !== null) {
    console.error(`Downloads were not measured: ${missing}.`);
    return [];
  }
  const library = makeDownloadLibrary();
  const scratch = mkdtempSync(path.join(tmpdir(), 'lodestock-bench-clients-'));
  const authority = createPrivateAuthority(path.join(scratch, 'ca'));
  const { certFile, keyFile } = authority.issue('localhost');
  process.env.NODE_EXTRA_CA_CERTS = authority.file;
  const port = await findQuietPort();
  const baseUrl = `https://localhost:${port}`;
  const server = await startServerChild('server/main.ts', {
    env: {
      LODESTOCK_DATA_DIR: path.join(scratch, 'data'),
      LODESTOCK_LIBRARY_DIR: library.folder,
      LODESTOCK_PORT: String(port),
      LODESTOCK_BASE_URL: baseUrl,
      LODESTOCK_TLS_CERT: certFile,
      LODESTOCK_TLS_KEY: keyFile,
    },
  });
  try {
    await waitForScan(baseUrl, authority.ca);
    const token = await askForToken(baseUrl, authority.ca);
    const inPlace = async (work: (folder: string) => Promise<string>, keeps: boolean): Promise<Measured> => {
      const folder = mkdtempSync(path.join(scratch, 'run-'));
      const text = await work(folder);
      if (!keeps) rmSync(folder, { recursive: true });
      return JSON.parse(text);
    };
    const client = (program: string, guid: string): Contender => {
      const file = path.join(import.meta.dirname, program);
      const work = async (folder: string) =>
        (await run(process.execPath, [file, baseUrl, token, guid, folder])).stdout;
      // ext4 looks at each inode that was given up in the last half minute whenever it makes a file, which took more CPU
      // than all the rest. So small files stay until the end.
      return () => inPlace(work, guid === 'small');
    };
    const curl: Contender = () =>
      inPlace(async (folder) => {
        const file = path.join(import.meta.dirname, 'curl-client.ts');
        return (await run(process.execPath, [file, baseUrl, token, folder, authority.file])).stdout;
      }, false);
    const resume = async (): Promise<Resumed> => {
      const folder = mkdtempSync(path.join(scratch, 'resume-'));
      const file = path.join(import.meta.dirname, 'resume-client.ts');
      const { stdout } = await run(process.execPath, [file, baseUrl, token, folder]);
      rmSync(folder, { recursive: true });
      return JSON.parse(stdout);
    };
    const small = await interleave([
      client('our-client.ts', 'small'),
      client('got-client.ts', 'small'),
      client('floor-client.ts', 'small'),
    ]);
    const resumed: Resumed[] = [];
    for (let count = 0; count < repetitions; count += 1) resumed.push(await resume());
    const large = await interleave([client('our-client.ts', 'large'), curl]);
    return [
      toRow('1 GiB over TLS, verified', 'curl, then openssl', large),
      toResumedRow(resumed),
      toSmallRow(`${smallCount.toLocaleString('en')} × 50 KiB over TLS, verified`, 'got', small),
    ];
  } finally {
    await server.stop();
    library.remove();
    rmSync(scratch, { recursive: true, force: true });
  }
}

if (import.meta.main) for (const row of await benchDownloads()) console.log(Object.values(row).join(' | '));
