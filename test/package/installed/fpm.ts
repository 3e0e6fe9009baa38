#!/usr/bin/env node
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

/** Takes electron-builder's orders to fpm, and makes the same .deb with dpkg-deb, uncompressed. */
const text = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    ...{ s: { ...text, short: 's' }, t: { ...text, short: 't' }, d: { ...text, short: 'd', multiple: true } },
    ...{ architecture: text, description: text, version: text, package: text, name: text, maintainer: text },
    ...{ vendor: text, url: text, category: text, license: text },
    ...{ 'after-install': text, 'after-remove': text, 'deb-priority': text, 'deb-compression': text },
    'deb-recommends': { ...text, multiple: true },
  },
});

const root = mkdtempSync(path.join(tmpdir(), 'lodestock-deb-'));
try {
  for (const mapping of positionals) {
    const [from = '', to = ''] = mapping.split('=');
    const target = path.join(root, to);
    mkdirSync(statSync(from).isDirectory() ? target : path.dirname(target), { recursive: true });
    cpSync(from, target, { recursive: true, verbatimSymlinks: true });
  }
  mkdirSync(path.join(root, 'DEBIAN'), { mode: 0o755 });
  const lines = [
    `Package: ${values.name}`,
    `Version: ${values.version}`,
    `Architecture: ${values.architecture}`,
    `Maintainer: ${values.maintainer}`,
    `Depends: ${[values.d ?? []].flat().join(', ')}`,
    `Recommends: ${[values['deb-recommends'] ?? []].flat().join(', ')}`,
    `Priority: ${values['deb-priority']}`,
    `Homepage: ${values.url}`,
    `Description: ${String(values.description).split('\n').join('\n ')}`,
  ];
  writeFileSync(path.join(root, 'DEBIAN/control'), `${lines.join('\n')}\n`);
  cpSync(String(values['after-install']), path.join(root, 'DEBIAN/postinst'));
  cpSync(String(values['after-remove']), path.join(root, 'DEBIAN/postrm'));
  execFileSync('chmod', ['755', path.join(root, 'DEBIAN/postinst'), path.join(root, 'DEBIAN/postrm')]);
  execFileSync('dpkg-deb', ['-Znone', '--root-owner-group', '--build', root, String(values.package)]);
} finally {
  rmSync(root, { recursive: true, force: true });
}
