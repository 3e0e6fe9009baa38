import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Settings } from '../ipc/settings-fields.ts';
import type { Log } from '../storage/log.ts';
import { type Policy, type PolicyName, policyFields, policyPlaces, policyTable } from './policy-fields.ts';

const run = promisify(execFile);
/** Milliseconds to wait for the system's answer. */
const timeout = 5000;

/** Parses the values printed by `reg query`: ` ServerUrl REG_SZ https://models.studio.lan`. */
export function readRegistry(text: string): Readonly<Record<string, string>> {
  const lines = text.matchAll(/^ {4}(\w+) {4}REG_(?:EXPAND_)?SZ {4}(.*?)\r?$/gm);
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
}

const codeOf = (error: unknown): unknown => Object(error).code;

/** Reads the system's policies, unchecked; null for none. */
async function readSystem(platform: string): Promise<unknown> {
  if (platform === 'win32') {
    const system = path.win32.join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'reg.exe');
    // Reads the 64-bit registry even from a 32-bit app. Exit code 1 means that the key does not exist.
    const asked = run(system, ['query', policyPlaces.win32, '/reg:64'], { timeout, windowsHide: true });
    const answer = await asked.catch((error: unknown) => {
      if (codeOf(error) === 1) return null;
      throw error;
    });
    return answer && readRegistry(answer.stdout);
  }
  if (platform === 'darwin') {
    const args = ['-convert', 'json', '-o', '-', policyPlaces.darwin];
    await readFile(policyPlaces.darwin);
    return JSON.parse((await run('/usr/bin/plutil', args, { timeout })).stdout);
  }
  return JSON.parse(await readFile(policyPlaces.linux, 'utf8'));
}

const isName = (name: string): name is PolicyName => Object.hasOwn(policyFields, name);

/** Checks each policy separately; returns a sentence for each invalid one. */
export function checkPolicy(found: unknown, home: string): { policy: Policy; faults: readonly string[] } {
  if (typeof found !== 'object' || found === null || Array.isArray(found))
    return { policy: {}, faults: ['The policies are not a list of names with values.'] };
  const policy: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [name, value] of Object.entries(found)) {
    // macOS adds the profile's own keys.
    if (name.startsWith('Payload')) continue;
    const read = isName(name) ? policyFields[name].schema.safeParse(value) : null;
    if (read?.success) policy[name] = read.data;
    else
      faults.push(`${name}: ${read === null ? 'there is no such policy' : read.error.issues[0]?.message}.`);
  }
  const folder = policy.LibraryFolder;
  if (typeof folder === 'string') policy.LibraryFolder = folder.replace(/^~(?=$|[\\/])/, home);
  return { policy, faults };
}

type Wish = {
  readonly platform: string;
  readonly home: string;
  readonly log: Log;
  readonly read?: (platform: string) => Promise<unknown>;
};

/** Reads the organisation's policies. Invalid or unreadable ones are logged and ignored. */
export async function readPolicy({ platform, home, log, read = readSystem }: Wish): Promise<Policy> {
  const found = await read(platform).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') log.warn('policy.not-read', { error });
    return null;
  });
  if (found === null) return {};
  const { policy, faults } = checkPolicy(found, home);
  for (const fault of faults) log.warn('policy.ignored', { fault });
  log.info('policy.read', { names: Object.keys(policy) });
  return policy;
}

/** Returns the settings that policies lock, checked like the user's. Invalid ones are logged and ignored. */
export function toManagedSettings(
  policy: Policy,
  check: (change: unknown) => Partial<Settings>,
  log: Log,
): Partial<Settings> {
  const managed = Object.entries(policy).map(([name, value]): Partial<Settings> => {
    const { setting, decisions = {} } = policyTable[name] ?? {};
    if (setting === undefined) return {};
    try {
      return check({ [setting]: Object.hasOwn(decisions, value) ? decisions[value] : value });
    } catch (error) {
      log.warn('policy.ignored', { name, error });
      return {};
    }
  });
  return Object.assign({}, ...managed);
}
