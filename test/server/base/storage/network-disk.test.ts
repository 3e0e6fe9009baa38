import path from 'node:path';
import { expect, test } from 'vitest';
import {
  findRemoteKind,
  isShare,
  readMountInfo,
  readMountList,
  refuseNetworkDisk,
} from '../../../../server/base/storage/network-disk.ts';
import { makeFolder } from '../../../helpers/make-folder.ts';

const linux = readMountInfo(`22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
40 22 0:35 / /home rw,nosuid shared:20 - nfs4 filer:/home rw,vers=4.2
41 40 0:36 / /home/ada/local rw - ext4 /dev/vdb rw
42 22 0:37 / /mnt/my\\040models rw - cifs //nas/models rw
43 22 0:38 / /mnt/over rw - fuse.sshfs ada@host: rw
44 22 0:39 / /mnt/over rw - tmpfs tmpfs rw
45 22 0:40 / /mnt/disk rw - fuseblk /dev/sdb1 rw
`);
const mac = readMountList(`/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
//ada@nas._smb._tcp.local/models on /Volumes/my models (smbfs, nodev, nosuid, mounted by ada)
filer:/x on /Volumes/x (nfs)
/dev/disk4s1 on /Volumes/USB (exfat, local)
`);

test.each([
  ['/var/lib/lodestock', null],
  ['/home/ada/.local/share/lodestock', 'nfs4'],
  ['/home/ada/local/lodestock', null],
  ['/homestead', null],
  ['/mnt/my models/lodestock', 'cifs'],
  ['/mnt/over/data', null],
  ['/mnt/disk/data', null],
])('knows on Linux what %s lies on', (place, kind) => {
  expect(findRemoteKind(place, linux)).toBe(kind);
});

test.each(['9p', 'virtiofs', 'fuse.grpcfuse', 'vboxsf', 'fuse.vmhgfs-fuse', 'drvfs'])(
  'knows folders that a host shares as %s',
  (kind) => {
    const mounts = readMountInfo(`50 22 0:41 / /data rw - ${kind} host_mark rw`);

    expect(findRemoteKind('/data/lodestock', mounts)).toBe(kind);
  },
);

test.each([
  ['/Users/ada/Library/Application Support/Lodestock/server', null],
  ['/Volumes/my models/data', 'smbfs'],
  ['/Volumes/x', 'nfs'],
  ['/Volumes/USB/data', null],
])('knows on macOS what %s lies on', (place, kind) => {
  expect(findRemoteKind(place, mac)).toBe(kind);
});

test.each([
  ['\\\\nas\\models\\lodestock', true],
  ['\\\\?\\UNC\\nas\\models', true],
  ['\\\\?\\C:\\Users', false],
  ['\\\\.\\C:\\Users', false],
  ['C:\\Users\\ada', false],
])('knows whether %s is a share of Windows', (place, expected) => {
  expect(isShare(place)).toBe(expected);
});

test('takes a folder of this computer that is not there yet', () => {
  const folder = makeFolder();

  expect(() => refuseNetworkDisk(path.join(folder, 'a/b'))).not.toThrow();
});
