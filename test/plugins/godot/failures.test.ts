import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { writeZip } from '../../../server/files/archive/write-zip.ts';
import { sha256 } from '../blender/parts.ts';
import { reason, toldLast } from './godot-project.ts';
import { needsGodot, setGodot, statusesOf } from './set-godot.ts';

const { stage, project, walk } = setGodot();

needsGodot(`says what went wrong${reason}`, async () => {
  const product = path.join(stage().library.folder, 'Shelf/product.json');
  const marks: Readonly<Record<string, () => Promise<unknown> | unknown>> = {
    corrupt: () => stage().fault.set('corrupt'),
    cut: () => stage().fault.set('cut'),
    mended: () => stage().fault.set('none'),
    dearer: () => {
      writeFileSync(product, JSON.stringify({ title: 'Shelf', priceUsd: 5 }));
      return stage().server.scan();
    },
    revoked: () =>
      stage().overlay.answer(/download\/direct$/, () => ({
        status: 401,
        body: JSON.stringify({ ok: false, code: 'UNAUTHENTICATED', message: 'No.', requestId: 'r' }),
      })),
    gone: () => stage().fault.set('gone'),
  };
  const { lines, complaints } = await walk(
    [
      ...[
        ['search', 'shelf'],
        ['open', 'Shelf'],
        ['choose', '1k'],
      ],
      ...['corrupt', 'cut', 'mended'].flatMap((name) => [
        ['mark', name],
        ['press', 'Import'],
      ]),
      ...[
        ['choose', '10k'],
        ['mark', 'dearer'],
        ['press', 'Import', 'yes'],
      ],
      ...[
        ['search', 'palace'],
        ['open', 'Palace'],
        ['choose', '10k'],
        ['press', 'Import', 'yes'],
      ],
      ...[
        ['mark', 'revoked'],
        ['choose', '1k'],
        ['press', 'Import'],
      ],
      ...[
        ['mark', 'gone'],
        ['search', 'oak'],
      ],
    ],
    async ({ mark }) => {
      await marks[String(mark)]?.();
    },
  );

  expect(statusesOf(lines, 'press Import')).toEqual([
    'it.glb arrived damaged and was deleted. Download again.',
    'The connection was lost at it.glb. Download again; it resumes where it stopped.',
    expect.stringMatching(/^Shelf, 1k: in res:/),
    'Your sign-in has ended. Sign in again.',
  ]);
  expect(stage().fault.ranges.some((range) => /^bytes=[1-9]/.test(range))).toBe(true);
  expect(statusesOf(lines, 'press Import yes')).toEqual([
    '"Shelf" now costs $5.00, more than you agreed to pay. Nothing was charged.',
    expect.stringMatching(/^"Palace" costs \$500\.00 and your balance is \$\d+\.00\. Ask for credit/),
  ]);
  expect(statusesOf(lines, 'search oak')).toEqual([
    '127.0.0.1 is unreachable. Check the address and your network.',
  ]);
  expect(complaints).not.toContain('SCRIPT ERROR');
});

needsGodot(`installs an update that is what the feed names, and goes back${reason}`, async () => {
  const folder = path.join(project().folder, 'addons/lodestock');
  const names = readdirSync(folder).filter((name) => !name.endsWith('.uid'));
  const zip = writeZip(
    names.map((name) => {
      const content = readFileSync(path.join(folder, name), 'utf8');
      return {
        name: `addons/lodestock/${name}`,
        content: Buffer.from(content.replace(/^version=.*/m, 'version="9.0.0"')),
      };
    }),
  );
  const file = { name: 'l.zip', url: '9.0.0/l.zip', sizeBytes: zip.length, sha256: sha256(zip) };
  const feed = { family: 'godot', version: '9.0.0', minHostVersion: '4.4', files: [file] };
  stage().overlay.answer(/godot\/update-feed\.json$/, () => ({ body: JSON.stringify(feed) }));
  let isWhole = false;
  stage().overlay.answer(/godot\/9\.0\.0\/l\.zip$/, () => {
    const body = new Uint8Array(isWhole ? zip : zip.subarray(1));
    isWhole = true;
    return { body };
  });
  const versions: string[] = [];
  const readVersion = () =>
    /^version="(.*)"/m.exec(readFileSync(path.join(folder, 'plugin.cfg'), 'utf8'))?.[1];

  const { lines, complaints } = await walk([['install'], ['install'], ['go_back']], ({ step }) => {
    if (step === 'install' || step === 'go_back') versions.push(readVersion() ?? '');
  });

  expect(toldLast(lines, 'offer')).toBe('Update to 9.0.0');
  expect(statusesOf(lines, 'install')).toEqual([
    'The update does not match its feed. Nothing was changed.',
    'Version 9.0.0 is installed. Choose Project > Reload Current Project.',
  ]);
  expect(versions).toEqual(['0.1.0', '9.0.0', '0.1.0']);
  expect(complaints).not.toContain('SCRIPT ERROR');
});
