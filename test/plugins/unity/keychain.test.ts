import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { unityTest } from './compiled-plugin.ts';
import { prepareUnity } from './prepare-unity.ts';

const { start, openSignedIn } = prepareUnity();

/** A keychain's program that keeps one secret in a file and writes down how it was called. */
function makeKeychain(name: string, script: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-keychain-'));
  writeFileSync(path.join(folder, name), `#!/bin/sh\ncd ${folder}\necho "$*" >>calls\n${script}\n`);
  chmodSync(path.join(folder, name), 0o755);
  return { folder, environment: { PATH: `${folder}${path.delimiter}${process.env.PATH}` } };
}

const secretTool = 'case "$1" in store) cat >secret ;; lookup) cat secret ;; clear) rm -f secret ;; esac';
const security =
  'case "$1" in -i) sed "s/.*-w \\"//; s/\\"$//" >secret ;; find*) cat secret ;; delete*) rm -f secret ;; esac';

for (const [what, name, script, platform] of [
  ['the Secret Service', 'secret-tool', secretTool, 'LinuxEditor'],
  ['the keychain of macOS', 'security', security, 'OSXEditor'],
] as const) {
  unityTest(`keeps the token in ${what}`, async () => {
    const keychain = makeKeychain(name, script);
    const environment = { ...keychain.environment, UNITY_PLATFORM: platform };
    const unity = await openSignedIn({ environment });
    await unity.close();

    const next = start({ environment, home: unity.home });
    await next.open();
    await next.until('Sign out');
    await next.press('Sign out');

    expect(await next.status()).toBe('Signed out.');
    expect(readFileSync(path.join(keychain.folder, 'calls'), 'utf8')).not.toContain('lsp_');
    expect(existsSync(path.join(keychain.folder, 'secret'))).toBe(false);
    expect(readFileSync(path.join(unity.home, 'prefs'), 'utf8')).not.toContain('lsp_');
  });
}

unityTest('keeps the token under data protection of Windows', async () => {
  const environment = { UNITY_PLATFORM: 'WindowsEditor' };
  const unity = await openSignedIn({ environment });
  await unity.close();
  const prefs = readFileSync(path.join(unity.home, 'prefs'), 'utf8');

  const next = start({ environment, home: unity.home });
  await next.open();
  await next.until('Sign out');

  expect(prefs).toMatch(/Lodestock.Token\S+ \S{100,}/);
  expect(prefs).not.toContain('lsp_');
});
