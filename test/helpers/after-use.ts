import { AsyncLocalStorage } from 'node:async_hooks';

type End = () => unknown;

const outliving = new AsyncLocalStorage<'file' | 'process'>();
const endings: End[] = [];
let endWithTest: ((end: End) => void) | null = null;

/** Called by the runner of tests; without one, as in scripts, nothing ends by itself. */
export const endWithTestsBy = (hook: (end: End) => void): void => {
  endWithTest = hook;
};

/** Ends something with the test that began it; with the file where that was outside of tests. */
export function afterUse(end: End): void {
  if (endWithTest === null) return;
  const longer = outliving.getStore();
  if (longer === 'process') process.once('exit', end);
  else if (longer === 'file') endings.push(end);
  else
    try {
      endWithTest(end);
    } catch {
      endings.push(end);
    }
}

/** What is made meanwhile is for the tests that follow as well. */
export const outlive = <T>(what: 'file' | 'process', make: () => T): T => outliving.run(what, make);

export async function endFile(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end();
}
