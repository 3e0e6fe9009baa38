import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';

/**
 * Packages for the system that it runs on, signed with what the environment has; .github/workflows/release.yml runs it.
 * A release without a signature is refused on macOS and Windows, as neither would open nor update it.
 */
type Environment = Readonly<Record<string, string | undefined>>;

/** The variable AZURE_SIGNING: JSON of who signs. */
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

/** Arguments of npm run package, and whether the result will be signed. Throws for a release that would not be. */
export function planPackage(platform: string, arch: string, env: Environment) {
  const wanted = platform === 'darwin' ? macSecrets : platform === 'win32' ? windowsSecrets : [];
  const missing = wanted.filter((name) => !env[name]);
  const isSigned = wanted.length > 0 && missing.length === 0;
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

function packageHere(): number {
  const { args, isSigned } = planPackage(process.platform, process.arch, process.env);
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
    return spawnSync(process.execPath, [script, ...args], { stdio: 'inherit', env }).status ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) process.exitCode = packageHere();
