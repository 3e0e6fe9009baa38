import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { StartRefused } from './start-refused.ts';

type Mount = { readonly place: string; readonly kind: string };

/** Network file systems on Linux and macOS. A database needs reliable locks, and theirs are not. */
const remoteKinds =
  /^(nfs\d?|cifs|smb\d?|smbfs|smbx|afs|afpfs|ncpfs|webdav|davfs2?|ceph|glusterfs|lustre|beegfs|gpfs|fuse\.(sshfs|rclone|gvfsd-fuse|glusterfs|ceph|s3fs|davfs2?|smbnetfs))$/;

/** Folders that a virtual machine's host shares with it, as with Docker Desktop and WSL. */
const sharedKinds = /^(9p|virtiofs|vboxsf|prl_fs|drvfs|fuse\.(grpcfuse|osxfs|vmhgfs-fuse|virtiofs))$/;

const toPath = (text: string) =>
  text.replace(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));

export function readMountInfo(text: string): readonly Mount[] {
  return text.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ');
    const place = before.split(' ')[4];
    const kind = after.split(' ')[0];
    return place && kind ? [{ place: toPath(place), kind }] : [];
  });
}

/** Parses macOS's mount output: `//ada@nas/models on /Volumes/models (smbfs, nodev)`. */
export function readMountList(text: string): readonly Mount[] {
  return [...text.matchAll(/^.+? on (\/.*) \((\w+)[,)].*$/gm)].map(([, place = '', kind = '']) => ({
    place,
    kind,
  }));
}

const isForeign = (kind: string) => remoteKinds.test(kind) || sharedKinds.test(kind);

/** The file system of a path if it is remote or shared by a host machine; null for a local disk. */
export function findRemoteKind(place: string, mounts: readonly Mount[]): string | null {
  const around = mounts.filter(
    (mount) => mount.place === '/' || place === mount.place || place.startsWith(`${mount.place}/`),
  );
  // The last of several mounts at one place covers the others.
  const nearest = around.toSorted((a, b) => a.place.length - b.place.length).at(-1);
  return nearest !== undefined && isForeign(nearest.kind) ? nearest.kind : null;
}

/** The folder or its nearest existing parent, with links and Windows' network drives resolved. */
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
    // A system that does not tell counts as ordinary.
  }
  return [];
}

/** Windows' network paths, `\\server\share`, also in the long form. */
export const isShare = (place: string): boolean => /^\\\\(\?\\UNC\\|(?![?.]\\))/i.test(place);

/** Throws StartRefused on network disks, where SQLite is unreliable. Returns a warning for folders of a virtual machine's host. */
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
