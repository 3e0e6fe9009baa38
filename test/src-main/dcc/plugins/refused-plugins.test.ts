import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { appendFile, chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { builtVersion, startApp } from './plugins-under-test.ts';

test.each(['installs', 'removes'])('%s nothing over files of others', async (verb) => {
  const { call, script, max, findTarget } = await startApp();
  await mkdir(path.dirname(script), { recursive: true });
  await writeFile(script, 'somebody else');

  const name = verb === 'installs' ? 'plugins.install' : 'plugins.remove';
  const asking = call[name]({ id: max.id });

  await expect(asking).rejects.toThrow(
    "contains files that are not Lodestock's. Move them elsewhere, then install the plugin.",
  );
  expect(readFileSync(script, 'utf8')).toBe('somebody else');
  expect((await findTarget('3dsmax')).state).toBe('blocked');
});

test('follows no link out of its place', async () => {
  const { call, max, at, put, findTarget } = await startApp();
  await put('checkout/Contents/free3d_installer.ms', '-- version = "0.0.1"');
  await mkdir(path.dirname(max.place), { recursive: true });
  await symlink(at('checkout'), max.place);

  const installing = call['plugins.install']({ id: max.id });

  await expect(installing).rejects.toThrow('is a link or contains one');
  expect((await findTarget('3dsmax')).state).toBe('blocked');
  expect(readFileSync(at('checkout/Contents/free3d_installer.ms'), 'utf8')).toBe('-- version = "0.0.1"');
});

test('installs into no place that it did not find', async () => {
  const { call, at } = await startApp();

  const installing = call['plugins.install']({ id: `3dsmax:${at('anywhere')}` });

  await expect(installing).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(existsSync(at('anywhere'))).toBe(false);
});

test.each(['free3d_installer.ms', 'PackageContents.xml'])(
  'installs nothing when %s is not what the feed says',
  async (name) => {
    const { call, max, pluginsDir } = await startApp();
    await appendFile(path.join(pluginsDir, '3dsmax', builtVersion, name), ' ');

    const installing = call['plugins.install']({ id: max.id });

    await expect(installing).rejects.toThrow(
      'The 3ds Max plugin that comes with Lodestock is damaged. Reinstall Lodestock.',
    );
    expect(existsSync(max.place)).toBe(false);
  },
);

const isRoot = process.getuid?.() === 0;

test.skipIf(isRoot)(
  `is as it was when the disk refuses${isRoot ? ' (skipped: root is never refused)' : ''}`,
  async () => {
    const { install, offer, max, script } = await startApp();
    await install('3dsmax');
    const before = readFileSync(script);
    offer('0.2.0');
    await chmod(path.join(max.place, 'Contents'), 0o500);

    const installing = install('3dsmax');

    await expect(installing).rejects.toThrow('is read-only (EACCES), so nothing was changed.');
    expect(readFileSync(script)).toEqual(before);
    await chmod(path.join(max.place, 'Contents'), 0o700);
  },
);

test('puts everything back when one file cannot be replaced', async () => {
  const { install, offer, max, script } = await startApp();
  await install('3dsmax');
  const before = readFileSync(script);
  offer('0.2.0');
  // A folder in the place of the part that is written next to the file.
  await mkdir(`${script}.lodestock-part`);

  const installing = install('3dsmax');

  await expect(installing).rejects.toThrow('so nothing was changed.');
  expect(readFileSync(script)).toEqual(before);
  expect(readdirSync(max.place).toSorted()).toEqual(['Contents', 'PackageContents.xml']);
});
