import { execFileSync } from 'node:child_process';
import { createHash, randomFillSync } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { checkModel } from '../../src-main/library/check-model.ts';
import type { LibraryModel } from '../../src-main/platform/ipc/contract.ts';
import { createHashThreads } from '../../src-main/platform/storage/hash-threads.ts';
import type { Row } from './run.ts';

const mebibyte = 1024 * 1024;
const [modelCount, filesEach] = [64, 4];
const fileBytes = 4 * mebibyte;
const rounds = 5;

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

function makeModel(library: string, index: number): LibraryModel {
  const folder = path.join(library, `m-${index}`);
  mkdirSync(folder);
  const files = Array.from({ length: filesEach }, (_, number) => {
    const content = randomFillSync(Buffer.allocUnsafe(fileBytes));
    const relativePath = `texture-${number}.png`;
    writeFileSync(path.join(folder, relativePath), content);
    return {
      ...{ relativePath, sha256: createHash('sha256').update(content).digest('hex'), sizeBytes: fileBytes },
      ...({ format: 'png', lod: '1k', variant: null, role: 'texture' } as const),
      ...{ isPresent: true, isEdited: false },
    };
  });
  return {
    ...{ guid: `m-${index}`, title: `m-${index}`, version: 1, license: 'CC0-1.0', attribution: null },
    ...{
      serverUrl: '',
      downloadedAt: '2026-01-01T00:00:00Z',
      folder,
      files,
      sizeBytes: filesEach * fileBytes,
    },
  };
}

/** Seconds that it takes. */
async function time(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** "Check files" for 1 GiB of models that are whole, as the library page asks for it, four at a time. */
export async function benchVerify(): Promise<Row[]> {
  const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const library = mkdtempSync(path.join(parent, 'lodestock-bench-'));
  try {
    const models = Array.from({ length: modelCount }, (_, index) => makeModel(library, index));
    const threads = createHashThreads();
    const check = async () => {
      const left = models.values();
      const checkSome = async () => {
        for (const model of left) {
          const { missing, edited } = await checkModel(model, new Map(), threads);
          if (missing.length + edited.length > 0) throw new Error(`${model.guid} is not whole`);
        }
      };
      await Promise.all(Array.from({ length: 4 }, checkSome));
    };
    const command = `find "$1" -type f -print0 | xargs -0 -P ${availableParallelism()} -n 32 openssl dgst -sha256 >/dev/null`;
    const openssl = () => execFileSync('sh', ['-c', command, 'sh', library]);
    const [ours, theirs]: number[][] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      ours?.push(await time(check));
      theirs?.push(await time(openssl));
    }
    const [own, other] = [median(ours ?? []), median(theirs ?? [])];
    return [
      {
        what: `Checking ${modelCount} models of the local library, ${modelCount * filesEach} files, 1 GiB`,
        ours: `${own.toFixed(2)} s`,
        anchor: `openssl dgst -sha256 on all cores: ${other.toFixed(2)} s`,
        ratio: `${(other / own).toFixed(2)}× its speed`,
      },
    ];
  } finally {
    rmSync(library, { recursive: true, force: true });
  }
}

if (import.meta.main) for (const row of await benchVerify()) console.log(Object.values(row).join(' | '));
