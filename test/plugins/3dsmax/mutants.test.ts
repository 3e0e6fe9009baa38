import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import type { MaxSession } from '../maxscript/max-session.ts';
import { maxTest, prepareStage } from './prepare-stage.ts';
import { chooseFile, openModel, openPanel, type Stage, script, signIn } from './stage.ts';
import { walkThrough } from './walk.ts';

const { stage, openMax } = prepareStage();
const source = readFileSync(script, 'utf8');

type Walk = (session: MaxSession, stage: Stage, file: string) => Promise<void>;

/** A download whose bytes are changed on their way must not come in. */
const meetTampering: Walk = async (session, at, file) => {
  await openPanel(session, at, file);
  await signIn(session, at);
  await openModel(session, 'oak chair');
  await chooseFile(session, '1k', 'fbx');
  at.overlay.answer(/chair\.fbx$/, () => ({ body: '; FBX changed' }));
  const { imports } = await session.max({ do: 'press', control: 'btnImport' });
  expect(imports).toEqual([]);
  expect(await session.status()).toMatch(/did not arrive whole/);
  expect((await session.see('barProgress')).value).toBe(0);
};

/** A path that leads out must not be written. */
const meetTraversal: Walk = async (session, at, file) => {
  await openPanel(session, at, file);
  await signIn(session, at);
  await openModel(session, 'oak chair');
  await chooseFile(session, '1k', 'fbx');
  at.overlay.answer(/download\/direct$/, async (_, passOn) => ({
    body: (await (await passOn()).text()).replace('"1k/chair.fbx"', '"1k/nul.fbx"'),
  }));
  const { imports } = await session.max({ do: 'press', control: 'btnImport' });
  expect(imports).toEqual([]);
};

const walk: Walk = (session, at, file) => walkThrough(session, at, file);

/** Mistakes that somebody may make: what is changed into what, the walk that must notice, and what it must say. */
const mutants: readonly (readonly [what: string, from: string, to: string, meet: Walk, reason: string])[] = [
  ['a wrong header', '"Bearer "', '"Token "', walk, '1k'],
  [
    'a progress bar that stays',
    'if isOpen() do panel.barProgress.value = 0',
    'false',
    walk,
    'expected 100 to be',
  ],
  [
    'a misspelled method of .NET',
    'client.DownloadString address',
    'client.DownloadStrin address',
    walk,
    'Unknown property: "DownloadStrin"',
  ],
  [
    'a misspelled function',
    '(hashOf part) != sha256',
    '(hashOff part) != sha256',
    walk,
    'hashOff is declared nowhere',
  ],
  [
    'a failure that is swallowed',
    'catch ( sayFailure (getCurrentException()) )',
    'catch ()',
    meetTampering,
    'Downloading ...',
  ],
  [
    'a hash that nobody checks',
    'if (hashOf part) != sha256 do',
    'if false do',
    meetTampering,
    'to deeply equal []',
  ],
  [
    'a path that nobody checks',
    'if not (isSafe relative) do',
    'if false do',
    meetTraversal,
    'to deeply equal []',
  ],
  ['an FBX import that merges', '"Mode" #create', '"Mode" #merge', walk, 'could not read chair.fbx'],
  [
    'an FBX import that asks',
    'importFile target #noPrompt using:FBXIMP',
    'importFile target using:FBXIMP',
    walk,
    'opens a dialog',
  ],
  [
    'an FBX plug-in that is not loaded',
    'pluginManager.loadClass FBXIMP',
    '',
    walk,
    'before FBXIMP is loaded',
  ],
  ['map paths for ever', 'sessionPaths.add #map folder', 'mapPaths.add folder', walk, 'to deeply equal'],
  [
    'a timer that goes on',
    'if panel != undefined do panel.tmrPoll.active = false',
    'true',
    walk,
    'expected true to be false',
  ],
  ['a handler of no control', 'on btnCancel pressed', 'on btnCancle pressed', walk, 'no control btnCancle'],
  [
    'a number added to a text',
    '(count as string) + " objects imported."',
    'count + " objects imported."',
    walk,
    'to type: String',
  ],
  [
    'a condition that is no Boolean',
    'if not isRead or added.count == 0 do',
    'if added.count do',
    walk,
    'need a Boolean',
  ],
  [
    'a missing argument',
    'local count = Lodestock.scene.bringNew job\n\t\t\tsay',
    'local count = Lodestock.scene.bringNew()\n\t\t\tsay',
    walk,
    'Argument count error',
  ],
  ['a body that is made anew', 'body:body[2]', 'body:"{}"', walk, "to be 'Oak chair, 1k"],
  [
    'an import without search paths',
    'for folder in (Lodestock.json.getList job "searchPaths") do addFolder folder',
    '',
    walk,
    'to deeply equal',
  ],
  [
    'an implicit global',
    'local count = scene.replace root job',
    'count = scene.replace root job',
    walk,
    'nobody declared',
  ],
  [
    'posters in a format that 3ds Max cannot read',
    '"Accept" "image/png, image/jpeg"',
    '"Accept" "*/*"',
    walk,
    'lodestock_poster.jpg',
  ],
  ['parts that are not removed', 'delete parts', 'true', walk, 'to have a length of 1'],
  [
    'a switch that forgets the place',
    'one.transform = one.transform * root.transform',
    'true',
    walk,
    'to match object',
  ],
  [
    'a type that .NET 8 lacks',
    'System.Security.Cryptography.SHA256Managed',
    'System.Web.HttpUtility',
    walk,
    'not in every .NET',
  ],
];

for (const [what, from, to, meet, reason] of mutants) {
  maxTest(`notices ${what}`, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-mutant-'));
    const file = path.join(folder, 'free3d_installer.ms');
    writeFileSync(
      file,
      source.replace(from, () => to),
    );
    const session = await openMax();

    const walked = meet(session, stage(), file);

    expect(source).toContain(from);
    await expect(walked).rejects.toThrow(reason);
    rmSync(folder, { recursive: true });
  });
}

maxTest('finds no fault in the script itself', async () => {
  for (const meet of [walk, meetTampering, meetTraversal]) {
    stage().overlay.clear();
    await meet(await openMax(), stage(), script);
  }
});
