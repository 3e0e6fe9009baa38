import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const text = /^(\w+) = "([^"]*)"$/gm;
const list = /^(\w+) = \[([^\]]*)\]$/gm;

/** Reads the top-level strings and string lists of an extension's manifest; its tables are not part of a listing. */
function readManifest(file: string): Readonly<Record<string, string | readonly string[]>> {
  const top = readFileSync(file, 'utf8').split(/^\[/m)[0] ?? '';
  return Object.fromEntries([
    ...[...top.matchAll(text)].map(([, name = '', value = '']) => [name, value]),
    ...[...top.matchAll(list)].map(([, name = '', inner = '']) => [
      name,
      [...inner.matchAll(/"([^"]*)"/g)].map(([, value]) => value),
    ]),
  ]);
}

/** Renders what Blender 4.2 and newer read from an extension repository (Extension Listing API, v1). */
export function renderBlenderListing(manifestFile: string, archive: string): string {
  const content = readFileSync(archive);
  const { schema_version, id, name, tagline, version, type, ...rest } = readManifest(manifestFile);
  const entry = {
    ...{ schema_version, id, name, tagline, version, type, ...rest },
    archive_url: `./${String(version)}/${path.basename(archive)}`,
    archive_size: content.length,
    archive_hash: `sha256:${createHash('sha256').update(content).digest('hex')}`,
  };
  return `${JSON.stringify({ version: 'v1', blocklist: [], data: [entry] }, null, 2)}\n`;
}
