import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createInstanceLock, toSocketPath } from './instance-lock.ts';

test('listens inside the folder while its path is short', () => {
  const socketPath = toSocketPath('/data/lodestock');

  expect(socketPath).toBe('/data/lodestock/electron-host.sock');
});

test('listens elsewhere when the path is too long', () => {
  const longFolder = `/data/${'é'.repeat(50)}`;

  const socketPath = toSocketPath(longFolder);

  expect(path.dirname(socketPath)).toBe(tmpdir());
  expect(Buffer.byteLength(socketPath)).toBeLessThanOrEqual(107);
  expect(toSocketPath(`${longFolder}2`)).not.toBe(socketPath);
});

test('is granted where a killed instance left its socket', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'instance-lock-'));
  writeFileSync(toSocketPath(folder), '');
  const lock = createInstanceLock(
    () => folder,
    () => {},
  );

  const isGranted = lock.request({});
  lock.release();
  rmSync(folder, { recursive: true });

  expect(isGranted).toBe(true);
});
