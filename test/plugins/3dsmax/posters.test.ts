import { expect } from 'vitest';
import { sampleJpeg } from '../../helpers/sample-jpeg.ts';
import type { MaxSession } from '../maxscript/max-session.ts';
import { maxTest, prepareStage } from './prepare-stage.ts';
import { openModel } from './stage.ts';

const { stage, openSignedIn } = prepareStage();
const posterOf = async ({ see }: MaxSession) => (await see('bmpPoster')).picture;

for (const [title, picture] of [
  ['Oak chair', 'lodestock_poster.jpg, 512 x 512'],
  ['Robot', 'lodestock_poster.png, 64 x 64'],
  ['Palace', ''],
] as const) {
  maxTest(`shows of ${title} ${picture || 'no poster, which is WebP'}`, async () => {
    const session = await openSignedIn();

    await openModel(session, title);

    expect(await posterOf(session)).toBe(picture);
    expect(await session.status()).toBe('');
    expect((await session.see('ddlTopology')).items.length).toBeGreaterThan(0);
  });
}

for (const [what, reply] of [
  ['is damaged', { type: 'image/jpeg', body: sampleJpeg(512).subarray(0, 60) }],
  ['is none at all', { type: 'text/html', body: '<html>' }],
  ['is gone', { status: 404, body: '{"ok":false}' }],
] as const) {
  maxTest(`opens a model whose poster ${what}`, async () => {
    const session = await openSignedIn();
    await openModel(session, 'robot');
    stage().overlay.answer(/^\/posters\//, () => reply);

    await openModel(session, 'oak chair');

    expect(await posterOf(session)).toBe('');
    expect(await session.status()).toBe('');
    expect((await session.see('ddlTopology')).items).toEqual(['1k', '10k', '100k']);
  });
}
