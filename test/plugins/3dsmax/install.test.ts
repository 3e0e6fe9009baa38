import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { buildMaxPackage } from '../../../.ci/build-mzp.ts';
import { version } from './offered-update.ts';
import { maxTest, prepareStage } from './prepare-stage.ts';
import { script } from './stage.ts';

const { keep, openMax } = prepareStage();
const drop = { do: 'drop', file: script } as const;
const entry = 'Lodestock > Lodestock: LodestockOpen';

for (const year of [2021, 2024, 2025, 2026, 2027]) {
  maxTest(`adds its menu once in 3ds Max ${year}`, async () => {
    const session = await openMax(year);
    await session.max(drop);

    const { menu, clocks, isOpen } = await session.max(drop);

    expect(menu).toEqual([entry]);
    expect(clocks).toBe(1);
    expect(isOpen).toBe(true);
  });
}

maxTest('connects by TLS 1.2 where an older one was chosen', async () => {
  const session = await openMax();
  const read = 'local manager = dotNetClass "System.Net.ServicePointManager"\n';
  const [tls, tls12] = [192, 3072];
  await session.max({
    do: 'evaluate',
    source: `(${read} manager.SecurityProtocol = (dotNetClass "System.Net.SecurityProtocolType").Tls)`,
  });
  await session.max(drop);

  const { result } = await session.max({
    do: 'evaluate',
    source: `(${read} (dotNetClass "System.Convert").ToInt32 manager.SecurityProtocol)`,
  });

  expect(Number(result)).toBe(tls | tls12);
});

maxTest('is there again after a restart', async () => {
  const session = await openMax(2025);
  await session.max(drop);

  const next = keep(await session.restart());
  const before = await next.max({ do: 'look' });
  const after = await next.max({ do: 'macro', name: 'LodestockOpen' });

  expect(before.isOpen).toBe(false);
  expect(before.menu).toEqual([entry]);
  expect(after.isOpen).toBe(true);
});

maxTest('keeps what an older installation was', async () => {
  const session = await openMax();
  const target = path.join(session.root, 'userstartupscripts/free3d_installer.ms');
  writeFileSync(target, '-- older');

  await session.max(drop);

  expect(readFileSync(target, 'utf8')).toBe(readFileSync(script, 'utf8'));
  expect(readFileSync(`${target}.previous`, 'utf8')).toBe('-- older');
});

maxTest('stays in a package that the desktop installed', async () => {
  const session = await openMax();
  const folder = path.join(session.root, 'ApplicationPlugins/Lodestock/Contents');
  mkdirSync(folder, { recursive: true });
  copyFileSync(script, path.join(folder, 'free3d_installer.ms'));

  const { isOpen, menu } = await session.max({ do: 'drop', file: path.join(folder, 'free3d_installer.ms') });
  const { result } = await session.max({ do: 'evaluate', source: 'Lodestock.installer.place' });

  expect(isOpen).toBe(false);
  expect(menu).toEqual([entry]);
  expect(result).toBe(path.join(folder, 'free3d_installer.ms'));
});

for (const [year, change, loads] of [
  [2024, '', 0],
  [2025, '', 0],
  [2029, '', 0],
  // An update replaces the script alone.
  [2026, 'of an older version', 1],
] as const) {
  maxTest(`has its menu once in 3ds Max ${year} from a package ${change}`.trimEnd(), async () => {
    const session = await openMax(year);
    const folder = buildMaxPackage(path.join(session.root, 'ApplicationPlugins'));
    const contents = path.join(folder, 'PackageContents.xml');
    const old = readFileSync(contents, 'utf8')
      .replace(/<Components Description="pre.*?<\/Components>/s, '')
      .replace(' SeriesMax="2024"', '');
    if (change !== '') writeFileSync(contents, old);

    const { menu, menuLoads, clocks, printed } = await session.max({ do: 'startPackage', folder });

    expect({ menu, menuLoads, clocks, printed }).toEqual({
      ...{ menu: [entry], menuLoads: loads, clocks: 1, printed: [] },
    });
  });
}

maxTest('holds up no start when a folder is locked', async () => {
  const session = await openMax();
  const target = path.join(session.root, 'userstartupscripts/free3d_installer.ms');
  mkdirSync(target);

  const { printed } = await session.max(drop);

  expect(printed).toEqual([expect.stringMatching(/^Lodestock could not start: .*Cannot write/)]);
});

maxTest('names its version once, in double quotes', async () => {
  const named = [...readFileSync(script, 'utf8').matchAll(/"\d+\.\d+\.\d+"/g)];

  expect(named.map(([text]) => text)).toEqual([`"${version}"`]);
});
