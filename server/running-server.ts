import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const Announcement = z.object({ url: z.url(), instance: z.uuid(), pid: z.number().int() });

export const instanceHeader = 'x-lodestock-instance';

const fileOf = (dataDir: string) => path.join(dataDir, 'running.json');

/** Tells other processes on the same data folder that this one serves it, until it is withdrawn. */
export function announceServer(dataDir: string, url: string) {
  const instance = randomUUID();
  const file = fileOf(dataDir);
  writeFileSync(file, JSON.stringify({ url, instance, pid: process.pid }));
  return { instance, withdraw: () => rmSync(file, { force: true }) };
}

function readAnnouncement(dataDir: string) {
  try {
    return Announcement.parse(JSON.parse(readFileSync(fileOf(dataDir), 'utf8')));
  } catch {
    return null;
  }
}

/** Address of the server that serves a data folder now; null without one, also when it ended without a word. */
export async function findRunningServer(dataDir: string): Promise<string | null> {
  const announced = readAnnouncement(dataDir);
  if (announced === null) return null;
  try {
    const { headers } = await fetch(`${announced.url}/healthz`, { signal: AbortSignal.timeout(2000) });
    // Another server may have got the port since.
    return headers.get(instanceHeader) === announced.instance ? announced.url : null;
  } catch {
    return null;
  }
}
