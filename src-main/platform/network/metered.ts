import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Milliseconds to wait for the system's answer. */
const timeout = 10_000;

const windowsQuestion =
  '[void][Windows.Networking.Connectivity.NetworkInformation,Windows.Networking.Connectivity,ContentType=WindowsRuntime];' +
  '[string][Windows.Networking.Connectivity.NetworkInformation]::GetInternetConnectionProfile().GetConnectionCost().NetworkCostType';

/** Parses NetworkManager's NMMetered: `u 1` yes, `u 2` no, `u 3` and `u 4` the same as a guess, `u 0` unknown. */
export function readNetworkManager(text: string): boolean | null {
  const [, value] = /^u ([0-4])\s*$/.exec(text) ?? [];
  if (value === undefined || value === '0') return null;
  return value === '1' || value === '3';
}

/** Parses the answer of Windows (NetworkCostType): `Fixed` and `Variable` are billed, `Unrestricted` is not. */
export function readWindowsCost(text: string): boolean | null {
  const cost = text.trim();
  if (cost === 'Unrestricted') return false;
  return cost === 'Fixed' || cost === 'Variable' ? true : null;
}

/** Returns true if this computer's network is metered, like a phone's; null if the system does not say, as on macOS. */
export async function readMetered(platform: string): Promise<boolean | null> {
  if (platform === 'linux') {
    const service = 'org.freedesktop.NetworkManager';
    const asked = ['get-property', service, '/org/freedesktop/NetworkManager', service, 'Metered'];
    return readNetworkManager((await run('busctl', asked, { timeout })).stdout);
  }
  if (platform !== 'win32') return null;
  const system = path.win32.join(process.env.SystemRoot ?? 'C:\\Windows', 'System32');
  const powershell = path.win32.join(system, 'WindowsPowerShell', 'v1.0', 'powershell.exe');
  const args = ['-NoProfile', '-NonInteractive', '-Command', windowsQuestion];
  return readWindowsCost((await run(powershell, args, { timeout, windowsHide: true })).stdout);
}
