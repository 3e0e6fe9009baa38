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

/** What servers and the app say, in German. The English sentence is the key; a value in it has a name in braces. */
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
};
