import { expect, test } from 'vitest';
import { findAppFolders } from '../../../../src-main/platform/storage/app-folders.ts';

const linux = { platform: 'linux', home: '/home/ada', env: {} };

test('keeps the server’s data where one that is started by hand does', () => {
  const folders = findAppFolders({
    computer: linux,
    isPackaged: true,
    appData: '/home/ada/.config',
    wanted: '',
  });

  expect(folders).toEqual({
    own: '/home/ada/.config/Lodestock',
    note: '/home/ada/.config/Lodestock',
    serverData: '/home/ada/.local/share/lodestock',
  });
});

test('keeps everything together where a folder is named', () => {
  const folders = findAppFolders({ computer: linux, isPackaged: true, appData: '/x', wanted: '/tmp/one' });

  expect(folders).toEqual({
    ...{ own: '/tmp/one', note: '/tmp/one', serverData: '/tmp/one/server' },
  });
});

test('takes the data folder of the environment', () => {
  const computer = { ...linux, env: { LODESTOCK_DATA_DIR: '/srv/lodestock' } };

  const folders = findAppFolders({ computer, isPackaged: false, appData: '/home/ada/.config', wanted: '' });

  expect(folders).toMatchObject({
    ...{ own: '/home/ada/.config/lodestock', serverData: '/srv/lodestock' },
  });
});
