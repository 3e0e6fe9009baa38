import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checks } from './checks.ts';
import { makeFolder } from './parts.ts';
import { addonFolder, clientFolder, hasPython } from './run-python.ts';
import { reason, setScene } from './set-scene.ts';

const { scene } = setScene();

type CheckName = keyof typeof checks;

/** What somebody could get wrong: the file, what stands there, what would stand there instead, and who notices. */
const mutants: readonly (readonly [string, string, string, CheckName])[] = [
  ['client.py', '"Bearer " + self.token', '"Token " + self.token', 'downloads'],
  [
    'client.py',
    'request["body"]',
    '{"guid": request["body"]["guid"], "format": "fbx", "lod": "10k"}',
    'downloads',
  ],
  ['client.py', 'os.replace(part, target)', 'pass', 'downloads'],
  ['client.py', 'if file_hash(part) != wanted["sha256"]:', 'if False:', 'refusesTampering'],
  ['client.py', 'headers["Range"] =', 'headers["X-Range"] =', 'resumes'],
  ['paths.py', 'if os.path.commonpath([root, place]) != root:', 'if False:', 'staysInside'],
  ['paths.py', 'or _devices.match(name)', '', 'staysInside'],
  ['paths.py', '.casefold()', '', 'refusesTwins'],
  [
    'updates.py',
    'to_numbers(feed["version"]) <= to_numbers(current)',
    'feed["version"] <= current',
    'findsNewer',
  ],
  ['updates.py', 'same or theirs.scheme == "https"', 'True', 'refusesStrangers'],
  ['updates.py', 'hexdigest() != update.sha256', 'hexdigest() == ""', 'verifiesUpdates'],
  ['updates.py', 'os.replace(folder, previous)', 'shutil.rmtree(folder)', 'keepsThePrevious'],
  ['client.py', 'self.status >= 500', 'self.status >= 400', 'asksTheServerFirst'],
  ['handover.py', String.raw`127\.0\.0\.1|\[::1\]`, '[^/]+', 'staysHere'],
  ['updates.py', 'if not update.app:', 'if True:', 'obeysPins'],
  ['sign_in.py', '"pollToken": self._secret', '"poll_token": self._secret', 'approves'],
  ['sign_in.py', 'else answer["status"]', 'else "pending" and "approved"', 'hearsNo'],
  ['handover.py', '"Authorization": "Bearer " + secret, ', '', 'showsItsSecret'],
];

test.skipIf(!hasPython).each(Object.keys(checks))(`keeps its promise: %s${reason}`, async (name) => {
  const [, check] = Object.entries(checks).find(([known]) => known === name) ?? [];

  expect(await check?.(scene())).toBe(true);
});

test.skipIf(!hasPython).each(mutants)(
  `notices a mistake in %s: %s${reason}`,
  async (file, from, to, name) => {
    const { folder, remove } = makeFolder();
    const addon = path.join(folder, 'lodestock');
    for (const from of [addonFolder, clientFolder]) cpSync(from, addon, { recursive: true });
    const before = readFileSync(path.join(addon, file), 'utf8');
    writeFileSync(path.join(addon, file), before.replace(from, to));

    const holds = await checks[name]({ ...scene(), addon }).catch(() => false);
    remove();

    expect(before).toContain(from);
    expect(holds).toBe(false);
  },
);
