import { accounts } from './accounts.ts';
import { app } from './app.ts';
import { appDownloads } from './app-downloads.ts';
import { doctor } from './doctor.ts';
import { hosts } from './hosts.ts';
import { inspection } from './inspection.ts';
import { library } from './library.ts';
import { made } from './made.ts';
import { publishing } from './publishing.ts';
import { server } from './server.ts';
import { sources } from './sources.ts';

/** Sentences of servers and the app in German. The key is the English sentence, with the names of values in braces. */
export const said: Readonly<Record<string, string>> = {
  ...accounts,
  ...app,
  ...appDownloads,
  ...doctor,
  ...hosts,
  ...inspection,
  ...library,
  ...made,
  ...publishing,
  ...server,
  ...sources,
};
