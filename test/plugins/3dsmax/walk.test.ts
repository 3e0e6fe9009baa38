import { expect } from 'vitest';
import { maxTest, prepareStage } from './prepare-stage.ts';
import { walkThrough } from './walk.ts';

const { stage, openMax } = prepareStage();

for (const year of [2021, 2027]) {
  maxTest(`walks from sign-in to switched topology in ${year}`, async () => {
    const session = await openMax(year);

    await walkThrough(session, stage());

    expect((await session.max({ do: 'close' })).clocks).toBe(1);
  });
}
