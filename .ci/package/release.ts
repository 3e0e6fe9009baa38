import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { readReleaseKey, signText } from '../release-key.ts';

/**
 * Packages for the current system, signed with what the environment has; run by .github/workflows/release.yml. Rejects
 * a release without a system signature on macOS and Windows, as those would neither open nor update it, and one with
 * unsigned feeds on any system, as apps take no update from them over plain http.
 */
type Environment = Readonly<Record<string, string | undefined>>;

/** The variable AZURE_SIGNING: JSON about the signer. */
const AzureSigning = z.object({
  publisherName: z.string(),
  endpoint: z.url(),
  certificateProfileName: z.string(),
  codeSigningAccountName: z.string(),
});

const macSecrets = [
  'CSC_LINK',
  'CSC_KEY_PASSWORD',
  'APPLE_API_KEY_BASE64',
  'APPLE_API_KEY_ID',
  'APPLE_API_ISSUER',
];
const windowsSecrets = ['AZURE_TENANT_ID', 'AZURE_CLIENT_ID', 'AZURE_CLIENT_SECRET', 'AZURE_SIGNING'];
const archs: Readonly<Record<string, string>> = { x64: '--x64', arm64: '--arm64' };

/** Returns the arguments of npm run package, and whether the result will be signed. Throws for an unsigned release. */
export function planPackage(platform: string, arch: string, env: Environment) {
  const wanted = platform === 'darwin' ? macSecrets : platform === 'win32' ? windowsSecrets : [];
  const missing = [...wanted, 'RELEASE_KEY'].filter((name) => !env[name]);
  const isSigned = wanted.length > 0 && wanted.every((name) => env[name]);
  if (env.IS_RELEASE === 'true' && missing.length > 0)
    throw new Error(
      `A release for ${platform} is signed, and this would not be: ${missing.join(', ')} is not set.`,
    );
  const system = { darwin: '--mac', win32: '--win' }[platform] ?? '--linux';
  const args = [system, archs[arch] ?? '--x64', '--publish', 'never'];
  if (isSigned && platform === 'win32')
    for (const [name, value] of Object.entries(AzureSigning.parse(JSON.parse(env.AZURE_SIGNING ?? ''))))
      args.push(`-c.win.azureSignOptions.${name}=${value}`);
  if (isSigned && platform === 'darwin') args.push('-c.mac.notarize=true');
  if (isSigned) args.push('-c.forceCodeSigning=true');
  return { args, isSigned };
}

/** Returns the feeds that electron-builder wrote: a release also has one for beta users, a beta only that. */
export const listFeeds = (folder: string): string[] =>
  globSync(['latest*.yml', 'beta*.yml'], { cwd: folder })
    .toSorted()
    .map((name) => path.join(folder, name));

/** Writes the detached signature of a feed next to it. */
export function signFeed(file: string, env: Environment, accepted?: readonly string[]): void {
  const key = readReleaseKey(env, accepted);
  if (key !== null) writeFileSync(`${file}.sig`, `${signText(readFileSync(file, 'utf8'), key)}\n`);
}

function packageHere(): number {
  const { args, isSigned } = planPackage(process.platform, process.arch, process.env);
  readReleaseKey(process.env); // fails before minutes of work
  // electron-builder takes an empty secret for a file of that name.
  const env = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-signing-'));
  try {
    if (isSigned && process.platform === 'darwin') {
      // notarytool reads the key from a file.
      env.APPLE_API_KEY = path.join(folder, 'key.p8');
      writeFileSync(env.APPLE_API_KEY, Buffer.from(env.APPLE_API_KEY_BASE64 ?? '', 'base64'), {
        mode: 0o600,
      });
    } else env.CSC_IDENTITY_AUTO_DISCOVERY = 'false';
    console.log(isSigned ? 'The package will be signed.' : 'The package will not be signed.');
    const script = path.join(import.meta.dirname, 'run.ts');
    const { status } = spawnSync(process.execPath, [script, ...args], { stdio: 'inherit', env });
    if (status === 0) for (const file of listFeeds('release')) signFeed(file, process.env);
    return status ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) process.exitCode = packageHere();
