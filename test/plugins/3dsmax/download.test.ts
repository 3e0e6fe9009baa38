import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { maxLines, sampleMax } from '../../helpers/sample-max.ts';
import { endAddresses } from '../end-addresses.ts';
import { maxTest, prepareStage } from './prepare-stage.ts';
import { chooseFile, listFiles, openChair, openModel, openPanel, signIn } from './stage.ts';

const { stage, openMax, openSignedIn, openWithPanel } = prepareStage();
const pressImport = { do: 'press', control: 'btnImport' } as const;

maxTest('sends the body of a download unchanged, and leaves the settings of the FBX importer', async () => {
  const session = await openSignedIn();
  await openChair(session);

  await session.max(pressImport);

  const direct = stage().overlay.seen.find((one) => one.path === '/api/plugin/download/direct');
  const guid = /Oak chair_([\w-]+)/.exec(
    readdirSync(path.join(session.root, 'import/Lodestock'))[0] ?? '',
  )?.[1];
  expect(direct?.body).toBe(
    `{"guid":"${guid}","format":"fbx","lod":"1k","variant":null,"relativePath":"1k/chair.fbx"}`,
  );
  expect(direct?.headers.authorization).toMatch(/^Bearer lsp_/);
  expect(direct?.headers['user-agent']).toMatch(/^Lodestock-3dsMax\/\d/);
  const { result } = await session.max({
    do: 'evaluate',
    source: 'for one in #("Mode", "Animation", "ShowWarnings") collect FBXImporterGetParam one',
  });
  expect(result).toBe('#(merge, false, true)');
});

maxTest('says before the charge what 3ds Max cannot read', async () => {
  const session = await openSignedIn();
  stage().overlay.answer(/\/api\/plugin\/download\/formats\//, async (_seen, passOn) => {
    const text = await (await passOn()).text();
    const obstacles = '"obstacles":[{"app":"3dsmax","requirement":"fbx-binary-9000"}]';
    return { body: text.replaceAll('"format":"fbx","lod"', `${obstacles},"format":"fbx","lod"`) };
  });
  await openChair(session);

  const { controls } = await session.max(pressImport);

  expect(controls.lblstatus?.text).toBe(
    '3ds Max cannot read this file: it needs fbx-binary-9000. Nothing was charged.',
  );
  expect(stage().overlay.seen.filter(({ path }) => path === '/api/plugin/download/direct')).toEqual([]);
});

maxTest('sells no scene that a newer 3ds Max saved', async () => {
  const { library, server, overlay } = stage();
  writeFileSync(
    path.join(library.folder, 'Palace/10k/hall.max'),
    sampleMax({ lines: maxLines('28.00', '27.00') }),
  );
  await server.scan();
  const statuses: string[] = [];
  const labels: (string | undefined)[] = [];
  for (const year of [2024, 2025]) {
    const session = await openMax(year);
    await openPanel(session, stage());
    await signIn(session, stage());
    await openModel(session, 'palace');
    await chooseFile(session, '10k', 'max');
    labels.push((await session.see('ddlFile')).items[0]);
    const { messages } = await session.max(pressImport);
    statuses.push(`${messages.length} ${await session.status()}`);
  }

  expect(labels).toEqual(['hall.max, not for this 3ds Max', 'hall.max']);
  expect(statuses).toEqual([
    '0 3ds Max cannot read this file: it needs 3ds Max 2025. Nothing was charged.',
    expect.stringMatching(/^1 This model costs 500/),
  ]);
  expect(overlay.seen.filter(({ path }) => path === '/api/plugin/download/direct')).toHaveLength(1);
});

maxTest('imports an OBJ with its material and texture, in metres and into the scene', async () => {
  const session = await openSignedIn();
  await session.max({ do: 'add', node: 'Lamp' });
  await openChair(session, '1k', 'obj');

  const { nodes, objSettings, imports } = await session.max(pressImport);
  const { result } = await session.max({
    do: 'evaluate',
    source:
      'for key in #(#("General", "ResetScene"), #("Units/Scale", "ObjScale"), #("Material", "ImportMaterials")) collect getINISetting (ObjImp.getIniName()) key[1] key[2]',
  });

  expect(imports).toEqual([{ file: expect.stringMatching(/1k\/chair\.obj$/), missing: [] }]);
  expect(listFiles(session)).toEqual(['chair.mtl', 'chair.obj', 'wood.png']);
  expect(objSettings).toEqual(['ResetScene=0 FlipZyAxis=1 Convert=0 ObjScale=39.3701']);
  expect(nodes.map(({ name }) => name)).toContain('Lamp');
  expect(result).toBe('#("1", "0.01", "")');
});

maxTest('offers each of several files in a topology', async () => {
  const session = await openSignedIn();
  await openModel(session, 'robot');
  await chooseFile(session, '10k', 'fbx');
  await session.max({ do: 'choose', control: 'ddlFile', item: 2 });

  const { imports } = await session.max(pressImport);

  expect((await session.see('ddlFile')).items).toHaveLength(2);
  expect(imports[0]?.file).toMatch(/10k\/walk\.fbx$/);
});

maxTest('keeps no file whose hash is wrong', async () => {
  const session = await openSignedIn();
  await openChair(session);
  stage().fault.set('corrupt');

  const { imports } = await session.max(pressImport);

  expect(await session.status()).toMatch(/arrived damaged or incomplete/);
  expect(imports).toEqual([]);
  expect(listFiles(session)).toEqual([]);
  expect((await session.see('barProgress')).value).toBe(0);
});

maxTest('continues a part after a cut', async () => {
  const session = await openSignedIn();
  await openChair(session, '100k');
  stage().fault.set('cut');
  await session.max(pressImport);
  const status = await session.status();
  const left = listFiles(session);
  const before = stage().fault.ranges.length;
  stage().fault.set('none');

  const { imports } = await session.max(pressImport);

  expect(status).toMatch(/^No answer from http:/);
  expect(left.some((name) => name.endsWith('.part'))).toBe(true);
  expect(stage().fault.ranges.slice(before)).toEqual([expect.stringMatching(/^bytes=[1-9]\d*-$/), 'whole']);
  expect(imports).toHaveLength(1);
  expect(listFiles(session)).toEqual(['chair.fbx', 'wood.png']);
});

maxTest('starts anew when a part was of another version', async () => {
  const session = await openSignedIn();
  await openChair(session);
  await session.max(pressImport);
  const [folder = ''] = readdirSync(path.join(session.root, 'import/Lodestock'));
  const textures = path.join(session.root, 'import/Lodestock', folder, '10k/textures');
  mkdirSync(textures, { recursive: true });
  writeFileSync(path.join(textures, '../chair.fbx.part'), 'something else');
  await chooseFile(session, '10k', 'fbx');

  const { imports } = await session.max(pressImport);

  expect(stage().fault.ranges.slice(-2)).toEqual(['bytes=14-', 'whole']);
  expect(imports.at(-1)?.file).toMatch(/10k\/chair\.fbx$/);
});

maxTest('gives up a server that never answers', async () => {
  const session = await openWithPanel();
  stage().overlay.answer(/api-embeddings/, () => new Promise(() => {}));
  await session.max({ do: 'evaluate', source: 'Lodestock.http.patience = 1000' });

  await session.max({ do: 'press', control: 'btnFind' });

  expect(await session.status()).toMatch(/^No answer from http:.*Nothing arrived for 1 seconds/);
});

maxTest('tells what the server itself says', async () => {
  const session = await openSignedIn();
  await openChair(session);
  stage().overlay.answer(/\/download\/direct$/, () => ({
    status: 409,
    body: JSON.stringify({
      ok: false,
      message: 'Two files match.',
      details: { candidates: [{ format: 'fbx', lod: '1k', relativePath: '1k/a.fbx' }] },
    }),
  }));

  await session.max(pressImport);

  expect(await session.status()).toBe('Two files match. Available: fbx 1k 1k/a.fbx.');
});

maxTest('asks for new addresses when they end meanwhile', async () => {
  const session = await openSignedIn();
  await openChair(session);
  endAddresses(stage());

  const { imports } = await session.max(pressImport);

  expect(imports).toEqual([{ file: expect.stringMatching(/1k\/chair\.fbx$/), missing: [] }]);
  expect(
    stage()
      .overlay.seen.map((one) => path.basename(one.path))
      .slice(-5),
  ).toEqual('direct wood.png chair.fbx direct chair.fbx'.split(' '));
});

maxTest('says that a dead server gives no answer', async () => {
  const { max, status } = await openWithPanel();
  stage().fault.set('gone');

  await max({ do: 'press', control: 'btnFind' });

  expect(await status()).toMatch(
    /^No answer from http:\/\/127\.0\.0\.1:\d+\. Check the address and your network/,
  );
});

maxTest('stops a download when Cancel is pressed', async () => {
  const session = await openSignedIn();
  await openChair(session);
  const begun = path.join(session.root, 'begun');
  stage().overlay.answer(/chair\.fbx$/, () => {
    writeFileSync(begun, '');
    return new Promise(() => {});
  });
  await session.max({ do: 'pressLater', control: 'btnCancel', when: begun });

  const { imports } = await session.max(pressImport);

  expect(await session.status()).toBe('Cancelled. Complete files are kept, and the next attempt continues.');
  expect(imports).toEqual([]);
  expect(listFiles(session)).toEqual(['wood.png']);
  expect((await session.see('barProgress')).value).toBe(0);
});

maxTest('does one thing at a time', async () => {
  const session = await openSignedIn();
  await openChair(session);
  await session.max({ do: 'pressLater', control: 'btnImport', when: '' });

  const { imports } = await session.max(pressImport);

  expect(imports).toHaveLength(1);
});

maxTest('names price and balance when money lacks', async () => {
  const session = await openSignedIn();
  await openModel(session, 'palace');
  await chooseFile(session, '10k', 'fbx');

  const { imports } = await session.max(pressImport);

  expect(await session.status()).toMatch(
    /^This model costs 500\.00 USD, your balance is \d+\.\d\d USD; 1k is free\. Nothing was charged\.$/,
  );
  expect(imports).toEqual([]);
});

maxTest('says so when a file has gone meanwhile', async () => {
  const session = await openSignedIn();
  await openModel(session, 'robot');
  await chooseFile(session, '1k', 'fbx');
  stage().library.remove('Robot/1k/run.fbx');
  await stage().server.scan();

  await session.max(pressImport);

  expect(await session.status()).toMatch(
    /^This model has no file for fbx, 1k, .* Available: fbx 1k 1k\/walk\.fbx/,
  );
});
