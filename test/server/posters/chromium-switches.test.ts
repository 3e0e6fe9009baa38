import { expect, test } from 'vitest';
import { posterBrowser, whyNoPosters } from '../../helpers/poster-browser.ts';
import { openBrowser } from '../../src-renderer/site/open-browser.ts';

const readFeatures = (commandLine: string) =>
  [...commandLine.matchAll(/--disable-features=(\S+)/g)].map(([, list = '']) => list.split(','));

test.skipIf(posterBrowser === null)(
  `opens a page alone and keeps off what Playwright turns off${whyNoPosters}`,
  async () => {
    await using browser = await openBrowser(posterBrowser ?? '');
    await browser.newPage();
    const session = await browser.newBrowserCDPSession();

    const { targetInfos } = await session.send('Target.getTargets', { filter: [{}] });
    const { commandLine } = await session.send('SystemInfo.getInfo');

    expect(targetInfos.map(({ type }) => type).sort()).toEqual(['page', 'tab']);
    const [first = [], last] = readFeatures(commandLine);
    expect(first).toContain('PaintHolding');
    expect(last).toEqual(expect.arrayContaining(first));
  },
);
