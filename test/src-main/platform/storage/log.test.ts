import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createRotatingFile } from '../../../../src-main/platform/storage/rotating-file.ts';
import { createMemoryLog } from '../../memory-log.ts';
import { createScratch } from '../../scratch.ts';

test('writes one JSON object per line', () => {
  const { log, lines } = createMemoryLog();

  log.info('app.started', { version: '1.0.0' });

  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', event: 'app.started', version: '1.0.0' });
});

test.each([
  { token: 'abc123' },
  { headers: { Authorization: 'Bearer abc123' } },
  { error: new Error('GET http://x/y?pollToken=abc123 failed', { cause: new Error('Bearer abc123') }) },
  { nested: [{ apiKey: 'abc123' }] },
  { text: 'sent lsp_abc123 to the server' },
  { url: 'http://host/data/abc123/guid/file.glb' },
])('hides the secret in %o', (fields) => {
  const { log, lines } = createMemoryLog();

  log.error('failed', fields);

  expect(lines.join()).not.toContain('abc123');
});

test('logs errors with stack and cause', () => {
  const { log, lines } = createMemoryLog();

  log.error('failed', { error: new TypeError('wrong', { cause: new Error('deeper') }) });

  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    error: { name: 'TypeError', message: 'wrong', stack: expect.any(String), cause: { message: 'deeper' } },
  });
});

test('moves a full file aside and keeps few', async () => {
  const folder = await createScratch();
  const file = path.join(folder, 'logs/main.log');
  const log = createRotatingFile({ file, maxBytes: 10, keep: 2 });

  for (const line of ['first..', 'second.', 'third..', 'fourth.']) {
    log.write(line);
    await log.close();
  }

  expect((await readdir(path.dirname(file))).toSorted()).toEqual(['main.log', 'main.log.1', 'main.log.2']);
  expect(await readFile(file, 'utf8')).toBe('fourth.\n');
  expect(await readFile(`${file}.2`, 'utf8')).toBe('second.\n');
});

test('loses lines rather than the app', async () => {
  const folder = await createScratch();
  await mkdir(path.join(folder, 'main.log'));
  const log = createRotatingFile({ file: path.join(folder, 'main.log') });

  log.write('nowhere to go');

  await expect(log.close()).resolves.toBeUndefined();
});
