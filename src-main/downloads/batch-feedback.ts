import type { FeatureOptions } from '../feature-options.ts';
import type { BatchEnd, Tally } from './tally.ts';

type Desktop = Pick<FeatureOptions['desktop'], 'notify' | 'setProgress' | 'isInFront' | 'keepAwake'>;

function tell({ done, failed }: BatchEnd, { notify }: Desktop): void {
  const finished = done === 1 ? '1 download finished.' : `${done} downloads finished.`;
  const none = failed === 1 ? '1 download failed.' : `${failed} downloads failed.`;
  const outcome = done === 0 ? none : `${done} finished, ${failed} failed.`;
  if (failed === 0) notify('Downloads finished', finished);
  else notify('Some downloads failed', `${outcome} Open Downloads to see why.`);
}

/**
 * Shows the batch in the dock or taskbar, keeps the computer awake for it if the person wants that, and tells once when it has ended,
 * unless the person is looking at the app anyway. Call it after changes. `mayStayAwake` is false while nothing can continue.
 */
export function createBatchFeedback(tally: Tally, desktop: Desktop, mayStayAwake: () => boolean): () => void {
  let shown: number | null = null;
  let isAwake = false;

  return () => {
    const { fraction, active } = tally.read();
    const staysAwake = active > 0 && mayStayAwake();
    if (staysAwake !== isAwake) desktop.keepAwake(staysAwake);
    isAwake = staysAwake;
    const next = fraction === null ? null : Math.round(fraction * 1000) / 1000;
    if (next !== shown) desktop.setProgress(next);
    shown = next;
    const end = tally.takeEnd();
    if (end && !desktop.isInFront()) tell(end, desktop);
  };
}
