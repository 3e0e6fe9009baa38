import { expect, test } from 'vitest';
import { objText } from '../helpers/library-folder.ts';
import { describeServerPages } from './site/server-pages.ts';

const files = {
  'Jars/jar.obj': objText(4, 'jar', 'jar.mtl'),
  'Jars/jar.mtl': 'newmtl a\nmap_Kd wood.png\nmap_Ks metal.png\n',
};

describeServerPages('a model without its textures', ({ share }) => {
  const openShared = share({ files });

  test.each([
    ['en-GB', '2 files are missing: metal.png, wood.png.'],
    ['de-DE', '2 Dateien fehlen: metal.png, wood.png.'],
  ])('says so on its page in %s', async (locale, sentence) => {
    const { server, page } = await openShared({ who: null, browser: { locale } });
    const [model] = (await server.call('browse', {})).body.results;
    const { topologies } = (await server.call('model', { guid: model?.guid ?? '' })).body;

    await page.goto(`/model/${model?.guid}`);

    await page.getByText(sentence).waitFor();
    expect(topologies.flatMap(({ files: listed }) => listed.flatMap(({ missing = [] }) => missing))).toEqual([
      'metal.png',
      'wood.png',
    ]);
  });
});
