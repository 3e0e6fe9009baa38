import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { pick, type Random } from '../../bench/catalogue/random.ts';
import { bearer } from '../../judges/people.ts';
import type { Buyer, Charge } from '../load/download.ts';
import { type EditedFile, sha256Of } from './edited-library.ts';

const Direct = z.object({
  downloadUrl: z.string(),
  chargedUsd: z.number(),
  sizeBytes: z.number(),
  sha256: z.string(),
});

/** What every client has seen, and each way in which a promise was broken. */
export type EditLog = {
  readonly charges: Charge[];
  readonly broken: string[];
  verified: number;
  refused: number;
  cut: number;
};

type Parts = {
  readonly url: string;
  readonly buyer: Buyer;
  readonly files: readonly EditedFile[];
  readonly random: Random;
  readonly stop: AbortSignal;
  readonly log: EditLog;
};

/** Refusals that a server owes a client whose file is away, changed, or cannot be charged for now. */
const owed = new Set([404, 409, 412, 416, 429, 502, 503, 507]);
const patience = () => AbortSignal.timeout(30_000);

/** A file in one request, or in two of which the second resumes the first as clients do. */
async function fetchFile(address: string, sizeBytes: number, sha256: string, isResumed: boolean) {
  if (!isResumed) {
    const answer = await fetch(address, { signal: patience() });
    return {
      status: answer.status,
      bytes: Buffer.from(await answer.arrayBuffer()),
      etag: answer.headers.get('etag'),
    };
  }
  const middle = Math.floor(sizeBytes / 2);
  const first = await fetch(address, { headers: { range: `bytes=0-${middle - 1}` }, signal: patience() });
  const begun = Buffer.from(await first.arrayBuffer());
  if (first.status !== 206) return { status: first.status, bytes: begun, etag: first.headers.get('etag') };
  await delay(100);
  const headers = { range: `bytes=${middle}-`, 'if-range': `"${sha256}"` };
  const rest = await fetch(address, { headers, signal: patience() });
  const ended = Buffer.from(await rest.arrayBuffer());
  const bytes = rest.status === 206 ? Buffer.concat([begun, ended]) : ended;
  return { status: rest.status, bytes, etag: rest.headers.get('etag') };
}

/** Buys and downloads one file; what it holds in the end must be what it was promised. */
export async function buyFile({ url, buyer, random, log }: Omit<Parts, 'files' | 'stop'>, file: EditedFile) {
  const answer = await fetch(`${url}/api/download/direct`, {
    method: 'POST',
    headers: { ...bearer(buyer.token), 'content-type': 'application/json' },
    body: JSON.stringify(file),
    signal: patience(),
  });
  const text = await answer.text();
  if (answer.status !== 200) {
    log.refused += 1;
    if (!owed.has(answer.status)) log.broken.push(`direct answered ${answer.status}: ${text.slice(0, 200)}`);
    return null;
  }
  const { downloadUrl, chargedUsd, sizeBytes, sha256 } = Direct.parse(JSON.parse(text));
  // The 1k topology is free, and unlocks nothing.
  if (!file.relativePath.startsWith('1k/'))
    log.charges.push({ accountId: buyer.accountId, guid: file.guid, chargedUsd });
  const got = await fetchFile(downloadUrl, sizeBytes, sha256, random() < 0.5);
  const name = `${file.guid}/${file.relativePath}`;
  if (got.status !== 200 && got.status !== 206) {
    log.refused += 1;
    const said = got.bytes.toString('utf8', 0, 300);
    if (!owed.has(got.status)) log.broken.push(`${name} answered ${got.status}: ${said}`);
    if (said.includes('Nothing was charged') && chargedUsd > 0)
      log.broken.push(`${name} was charged, and its address says that nothing was.`);
    return null;
  }
  // An address stands for a file, which may be another version by now: then the ETag is that of the bytes.
  const promised = got.etag?.replaceAll('"', '') ?? sha256;
  if (sha256Of(got.bytes) !== promised)
    log.broken.push(`${name} has other bytes than its SHA-256 ${promised}.`);
  else log.verified += 1;
  return got.bytes;
}

/** A client that buys and downloads until the run ends. A connection that breaks is no promise broken. */
export async function startEditClient(parts: Parts): Promise<void> {
  while (!parts.stop.aborted) {
    await buyFile(parts, pick(parts.files, parts.random)).catch(() => {
      parts.log.cut += 1;
    });
    await delay(50 + 200 * parts.random());
  }
}
