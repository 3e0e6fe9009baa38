import type { Shortage } from './folder-watcher.ts';

const settings: Readonly<Record<string, string>> = {
  ENOSPC: 'fs.inotify.max_user_watches',
  EMFILE: 'fs.inotify.max_user_instances',
};

/** What is not watched, and what helps. */
export function describeShortage({ watched, total, error }: Shortage): string {
  const what = `The system watches ${watched} of ${total} folders of the library (${error.message}).`;
  const then = 'Changes in the others are found within a minute or two.';
  const setting = settings['code' in error ? String(error.code) : ''];
  if (process.platform !== 'linux' || setting === undefined) return `${what} ${then}`;
  return `${what} ${then} Raise ${setting} (sysctl); the number of folders tells how far.`;
}
