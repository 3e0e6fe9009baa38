import type { DesktopStores } from './create-desktop-stores.ts';

const leastPause = 1000;

type Jobs = ReturnType<DesktopStores['downloads']['getState']>['jobs'];
const sumCharges = (jobs: Jobs): number => jobs.reduce((sum, { chargedUsd }) => sum + (chargedUsd ?? 0), 0);

/**
 * Reads the price, the balance and the unlocked models again once a download was charged. While many are, no answer is asked
 * for before the last one is there, and none within a second of it.
 */
export function followCharges({
  downloads,
  model,
  session,
}: Pick<DesktopStores, 'downloads' | 'model' | 'session'>): void {
  let isPausing = false;
  let hasNews = false;

  const endPause = () => {
    isPausing = false;
    if (hasNews) void readAgain();
  };
  const readAgain = async () => {
    hasNews = false;
    isPausing = true;
    model.getState().refreshPricing();
    await session.getState().refreshAccount();
    setTimeout(endPause, leastPause);
  };
  downloads.subscribe(({ jobs }, { jobs: before }) => {
    if (sumCharges(jobs) === sumCharges(before)) return;
    if (isPausing) hasNews = true;
    else void readAgain();
  });
}
