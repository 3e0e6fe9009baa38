import { expect, test } from 'vitest';
import { findLibraryFolder } from '../../../src-main/library/default-folder.ts';

const home = 'C:\\Users\\ada';
const windows = { platform: 'win32', home, env: { OneDrive: `${home}\\OneDrive` } };
const mac = { platform: 'darwin', home: '/Users/ada', env: {} };
const iCloud = '/Users/ada/Library/Mobile Documents/com~apple~CloudDocs/Documents';

test.each([
  ['on a disk', windows, `${home}\\Documents`, [], `${home}\\Documents\\Lodestock`],
  ['beside OneDrive', windows, `${home}\\OneDrive2`, [], `${home}\\OneDrive2\\Lodestock`],
  ['in OneDrive', windows, `${home}\\OneDrive\\Documents`, [], `${home}\\Lodestock`],
  [
    'in OneDrive, with a library',
    windows,
    `${home}\\OneDrive\\Documents`,
    [`${home}\\OneDrive\\Documents\\Lodestock`],
    `${home}\\OneDrive\\Documents\\Lodestock`,
  ],
  ['on a Mac', mac, '/Users/ada/Documents', [], '/Users/ada/Documents/Lodestock'],
  ['in iCloud', mac, '/Users/ada/Documents', [iCloud], '/Users/ada/Lodestock'],
  ['in Dropbox', mac, '/Users/ada/Library/CloudStorage/Dropbox/Documents', [], '/Users/ada/Lodestock'],
])('puts the library of documents %s there', (_case, computer, documents, present, folder) => {
  const exists = (place: string) => present.includes(place);

  expect(findLibraryFolder({ computer, documents, exists })).toBe(folder);
});
