import { readFileSync } from 'node:fs';

type Times = { readonly at: number; readonly ran: number; readonly waited: number };

/** For how long the first thread of a process ran so far, and waited for a core, in milliseconds (Linux). */
export function readThread(pid: number): Times {
  const [ran = 0, waited = 0] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8')
    .split(' ')
    .map((nanoseconds) => Number(nanoseconds) / 1e6);
  return { at: performance.now(), ran, waited };
}

/** What it did between two looks. */
export function tellThread(before: Times, after: Times): string {
  const share = (of: 'ran' | 'waited') =>
    `${(((after[of] - before[of]) / (after.at - before.at)) * 100).toFixed(1)} %`;
  return `the server's first thread ran ${share('ran')} of that time, and waited for a core ${share('waited')}`;
}
