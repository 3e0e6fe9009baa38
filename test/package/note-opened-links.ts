import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';

/** Stands where Linux keeps the program that opens links: what is started with `env` hands it a link, and `find` resolves with it. */
export function noteOpenedLinks(folder: string) {
  const bin = path.join(folder, 'bin');
  const note = path.join(folder, 'opened-link');
  mkdirSync(bin);
  const script = `#!/bin/sh\nprintf %s "$1" > "${note}.part" && mv "${note}.part" "${note}"\n`;
  writeFileSync(path.join(bin, 'xdg-open'), script, { mode: 0o755 });
  return {
    env: { PATH: `${bin}:${process.env.PATH}` },
    async find() {
      await expect.poll(() => existsSync(note)).toBe(true);
      return readFileSync(note, 'utf8');
    },
  };
}
