import { existsSync, readFileSync } from 'node:fs';
import { appendFile, chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { textOf } from '../../../../server/contract/sentence.ts';
import { describeRefusal } from '../../../../src-main/dcc/plugins/change-target.ts';
import { builtVersion, startApp, startUpdated } from './plugins-under-test.ts';

test('offers nothing to go back to at first', async () => {
  const { install, findTarget, call, max, script } = await startApp();
  await install('3dsmax');
  const before = readFileSync(script);

  const going = call['plugins.goBack']({ id: max.id });

  await expect(going).rejects.toThrow('No earlier version is left for 3ds Max 2024. Refresh the list.');
  expect((await findTarget('3dsmax')).previous).toBeNull();
  expect(readFileSync(script)).toEqual(before);
});

test('offers no way back where nothing is installed', async () => {
  const { remove, goBack, findTarget, max } = await startUpdated();
  await remove('3dsmax');

  const going = goBack();

  await expect(going).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await findTarget('3dsmax')).previous).toBeNull();
  expect(existsSync(max.place)).toBe(false);
});

test.each([
  ['a changed byte', 'is damaged', (file: string) => appendFile(file, ' ')],
  ['a missing file', 'is missing', (file: string) => rm(file)],
  [
    'a link in place of a file',
    'is missing',
    async (file: string) => {
      await writeFile(`${file}.away`, readFileSync(file));
      await rm(file);
      await symlink(`${file}.away`, file);
    },
  ],
])('changes nothing when the kept version has %s', async (_name, reason, harm) => {
  const { goBack, keptScript, script, findTarget } = await startUpdated();
  await harm(keptScript);

  const going = goBack();

  await expect(going).rejects.toThrow(
    `The kept version ${builtVersion} is incomplete (Contents/free3d_installer.ms ${reason}), so nothing was changed. Keep version 0.2.0, or copy ${builtVersion} there yourself.`,
  );
  expect(readFileSync(script, 'utf8')).toBe('-- version = "0.2.0"\n');
  expect((await findTarget('3dsmax')).state).toBe('installed');
});

test.each([
  ['no note', () => ''],
  ['half a note', (note: string) => note.slice(0, 50)],
  [
    'a path that leads out',
    (note: string) => note.replace(/("files".*)"PackageContents.xml"/s, '$1"../out.xml"'),
  ],
  ['a record that leads out', (note: string) => note.replace('PackageContents.xml', '../out.xml')],
  ['a version that is none', (note: string) => note.replaceAll(builtVersion, '<b>')],
])('offers nothing by %s', async (_name, harm) => {
  const { findTarget, goBack, keptScript, script } = await startUpdated();
  const file = path.resolve(keptScript, '../../../previous.json');
  await writeFile(file, harm(readFileSync(file, 'utf8')));

  const going = goBack();

  await expect(going).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await findTarget('3dsmax')).previous).toBeNull();
  expect(readFileSync(script, 'utf8')).toBe('-- version = "0.2.0"\n');
});

test('touches no file of others on the way back', async () => {
  const { goBack, max, keptScript, script } = await startUpdated();
  const file = path.resolve(keptScript, '../../../previous.json');
  const note = JSON.parse(readFileSync(file, 'utf8'));
  note.files['Contents/mine.ms'] = note.files['PackageContents.xml'];
  await writeFile(file, JSON.stringify(note));
  await writeFile(path.join(max.place, 'Contents/mine.ms'), '-- mine');

  const going = goBack();

  await expect(going).rejects.toThrow("mine.ms is not Lodestock's. Move it elsewhere, then go back again.");
  expect(readFileSync(path.join(max.place, 'Contents/mine.ms'), 'utf8')).toBe('-- mine');
  expect(readFileSync(script, 'utf8')).toBe('-- version = "0.2.0"\n');
});

test('keeps the version before when going back fails', async () => {
  const { goBack, script, findTarget, before } = await startUpdated();
  await mkdir(`${script}.lodestock-part`);
  const failed = goBack();
  await expect(failed).rejects.toThrow('so nothing was changed.');
  await rm(`${script}.lodestock-part`, { recursive: true });
  expect(await findTarget('3dsmax')).toMatchObject({
    state: 'installed',
    previous: { version: builtVersion },
  });

  await goBack();

  expect(readFileSync(script)).toEqual(before);
});

const isRoot = process.getuid?.() === 0;

test.skipIf(isRoot)(
  `says that a folder is read-only${isRoot ? ' (skipped: root is never refused)' : ''}`,
  async () => {
    const { goBack, max, script } = await startUpdated();
    await chmod(path.join(max.place, 'Contents'), 0o500);

    const going = goBack();

    await expect(going).rejects.toThrow('is read-only (EACCES), so nothing was changed.');
    expect(readFileSync(script, 'utf8')).toBe('-- version = "0.2.0"\n');
    await chmod(path.join(max.place, 'Contents'), 0o700);
  },
);

test.each([
  ['EROFS', 'P is read-only (EROFS), so nothing was changed. Make it writable, then try again.'],
  ['EBUSY', 'A file in P is in use or protected (EBUSY), so nothing was changed. Close Max, then try again.'],
  ['EPERM', 'A file in P is in use or protected (EPERM), so nothing was changed. Close Max, then try again.'],
  ['ENOSPC', 'The disk is full (ENOSPC), so nothing was changed in P. Free some space, then try again.'],
])('tells what to do about %s', (code, said) => {
  expect(textOf(describeRefusal({ place: 'P', name: 'Max' }, code))).toBe(said);
});
