import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { StartRefused } from './start-refused.ts';

/** A mounted file system: its place and its kind. */
type Mount = { readonly place: string; readonly kind: string };

/** Kinds that are on another computer, on Linux and macOS. Their locks are not to be relied on, and a database needs them. */
const remoteKinds =
  /^(nfs\d?|cifs|smb\d?|smbfs|smbx|afs|afpfs|ncpfs|webdav|davfs2?|ceph|glusterfs|lustre|beegfs|gpfs|fuse\.(sshfs|rclone|gvfsd-fuse|glusterfs|ceph|s3fs|davfs2?|smbnetfs))$/;

/** Folders that the host of a virtual machine shares with it, as Docker Desktop and WSL do. */
const sharedKinds = /^(9p|virtiofs|vboxsf|prl_fs|drvfs|fuse\.(grpcfuse|osxfs|vmhgfs-fuse|virtiofs))$/;

const toPath = (text: string) =>
  text.replace(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));

/** The lines of Linux' /proc/self/mountinfo. */
export function readMountInfo(text: string): readonly Mount[] {
  return text.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ');
    const place = before.split(' ')[4];
    const kind = after.split(' ')[0];
    return place && kind ? [{ place: toPath(place), kind }] : [];
  });
}

/** The lines of macOS' mount: `//ada@nas/models on /Volumes/models (smbfs, nodev)`. */
export function readMountList(text: string): readonly Mount[] {
  return [...text.matchAll(/^.+? on (\/.*) \((\w+)[,)].*$/gm)].map(([, place = '', kind = '']) => ({
    place,
    kind,
  }));
}

const isForeign = (kind: string) => remoteKinds.test(kind) || sharedKinds.test(kind);

/** The kind of the file system that a path is on, if another computer has it or shares it; null for a disk of this one. */
export function findRemoteKind(place: string, mounts: readonly Mount[]): string | null {
  const around = mounts.filter(
    (mount) => mount.place === '/' || place === mount.place || place.startsWith(`${mount.place}/`),
  );
  // If several are mounted at one place, the last covers the others.
  const nearest = around.toSorted((a, b) => a.place.length - b.place.length).at(-1);
  return nearest !== undefined && isForeign(nearest.kind) ? nearest.kind : null;
}

/** The folder itself, or the nearest above it that is there, without links; drives of Windows that are shares as such. */
function resolveNearest(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    const above = path.dirname(folder);
    return above === folder ? folder : resolveNearest(above);
  }
}

function findMounts(): readonly Mount[] {
  try {
    if (process.platform === 'linux') return readMountInfo(readFileSync('/proc/self/mountinfo', 'utf8'));
    if (process.platform === 'darwin')
      return readMountList(execFileSync('/sbin/mount', { encoding: 'utf8', timeout: 5000 }));
  } catch {
    // A system that does not say is taken to be an ordinary one.
  }
  return [];
}

/** Windows' network paths, which reveal it themselves: `\\server\share`, also in the long form. */
export const isShare = (place: string): boolean => /^\\\\(\?\\UNC\\|(?![?.]\\))/i.test(place);

/**
 * Throws StartRefused for a folder on a network disk, where SQLite's locks and shared memory do not work reliably. Answers
 * a warning for one that a virtual machine's host shares, where they mostly do; null for others.
 */
export function refuseNetworkDisk(folder: string): string | null {
  const place = resolveNearest(folder);
  const kind =
    process.platform === 'win32' ? (isShare(place) ? 'share' : null) : findRemoteKind(place, findMounts());
  if (kind === null) return null;
  if (sharedKinds.test(kind))
    return `The data folder ${folder} is shared by the computer that this one runs in (${kind}). Databases are damaged there after a while: use a named volume, or a folder on a disk of this system; the models may stay shared.`;
  throw new StartRefused(
    `The data folder ${folder} is on a network disk (${kind}), where a database does not survive. Set LODESTOCK_DATA_DIR to a folder on a disk of this computer; the models may stay on the network.`,
  );
}
