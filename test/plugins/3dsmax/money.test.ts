import { expect } from 'vitest';
import { maxTest, prepareStage } from './prepare-stage.ts';
import { chooseFile, listFiles, openChair, openModel } from './stage.ts';

const { stage, openSignedIn } = prepareStage();
const pressImport = { do: 'press', control: 'btnImport' } as const;
const asked = () => stage().overlay.askedFiles();
const question =
  'Unlock "Robot" for 1.00 USD? Your balance is 100.00 USD. All other files of this model are then free.';

maxTest('asks before it charges, and charges nothing on no', async () => {
  const session = await openSignedIn();
  await openModel(session, 'robot');
  const free = await session.see('btnImport');
  await chooseFile(session, '10k', 'fbx');
  const costly = await session.see('btnImport');
  await session.max({ do: 'decline' });

  const { messages } = await session.max(pressImport);

  expect([free.caption, costly.caption]).toEqual(['Import', 'Import for 1.00 USD']);
  expect(messages).toEqual([question]);
  expect(await session.status()).toBe('Cancelled. Nothing was charged.');
  expect(asked()).toEqual([]);
  expect(listFiles(session)).toEqual([]);
});

maxTest('asks before a switch that charges, and says what it cost', async () => {
  const session = await openSignedIn();
  await openChair(session);
  const imported = await session.max(pressImport);
  await session.max({ do: 'select', nodes: ['Oak chair001'] });
  await session.max({ do: 'choose', control: 'ddlSwitch', item: '10k' });

  const { messages } = await session.max({ do: 'press', control: 'btnSwitch' });
  const charged = await session.status();
  await session.max({ do: 'select', nodes: ['Oak chair001'] });
  await session.max({ do: 'choose', control: 'ddlSwitch', item: '100k' });
  const later = await session.max({ do: 'press', control: 'btnSwitch' });

  expect(imported.messages).toEqual([]);
  expect(messages).toEqual([question.replace('Robot', 'Oak chair')]);
  expect(charged).toBe('Oak chair is now 10k: 1 object. Charged 1.00 USD, 99.00 left.');
  expect((await session.see('lblModel')).text).toBe('Oak chair (unlocked)');
  expect(later.messages).toHaveLength(1);
  expect(await session.status()).toBe('Oak chair is now 100k: 1 object.');
});

maxTest('says what was charged when the file does not arrive', async () => {
  const session = await openSignedIn();
  await openModel(session, 'robot');
  await chooseFile(session, '10k', 'fbx');
  stage().fault.set('corrupt');

  await session.max(pressImport);

  expect(await session.status()).toMatch(
    /arrived damaged or incomplete.* Charged 1\.00 USD, \d+\.00 left\.$/,
  );
  expect((await session.see('btnImport')).caption).toBe('Import');
});

maxTest('pays no more than the person agreed to', async () => {
  const session = await openSignedIn();
  stage().overlay.answer(/\/api\/plugin\/download\/formats\//, async (_seen, passOn) => ({
    body: (await (await passOn()).text()).replace('"priceUsd":500', '"priceUsd":5'),
  }));
  await openModel(session, 'palace');
  await chooseFile(session, '10k', 'fbx');

  await session.max(pressImport);

  expect(asked().at(-1)).toMatch(/^\{"maxPriceUsd":5\.00,"guid":/);
  expect(await session.status()).toMatch(/^"Palace" now costs .*500.*Nothing was charged\.$/);
});
