import type { FeatureOptions } from '../feature-options.ts';
import type { BatchEnd, Tally } from './tally.ts';

type Desktop = Pick<FeatureOptions['desktop'], 'notify' | 'setProgress' | 'isInFront'>;

const count = (number: number) => `${number} ${number === 1 ? 'download' : 'downloads'}`;

function describe({ done, failed }: BatchEnd): readonly [title: string, body: string] {
  if (failed === 0) return ['Downloads finished', `${count(done)} finished.`];
  const rest = done === 0 ? '' : `${count(done)} finished, `;
  return [
    'Some downloads failed',
    `${rest}${done === 0 ? count(failed) : failed} failed. Open Downloads to see why.`,
  ];
}

/**
 * Shows the batch in the dock or taskbar, and tells once when it has ended, unless the person is looking at the app anyway.
 * Call it after changes.
 */
export function createBatchFeedback(tally: Tally, desktop: Desktop): () => void {
  let shown: number | null = null;

  return () => {
    const { fraction } = tally.read();
    const next = fraction === null ? null : Math.round(fraction * 1000) / 1000;
    if (next !== shown) desktop.setProgress(next);
    shown = next;
    const end = tally.takeEnd();
    if (end && !desktop.isInFront()) desktop.notify(...describe(end));
  };
}
