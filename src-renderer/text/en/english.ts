import { account } from './account/account.ts';
import { access } from './account/account-access.ts';
import { approve } from './account/approve.ts';
import { admin } from './admin/admin.ts';
import { downloads } from './downloads.ts';
import { firstRun } from './first-run.ts';
import { frameTexts } from './frame-texts.ts';
import { libraries } from './libraries.ts';
import { library } from './library.ts';
import { model } from './model.ts';
import { ownServer } from './own-server.ts';
import { plugins } from './plugins.ts';
import { preview } from './preview.ts';
import { projects } from './projects.ts';
import { publish } from './publish.ts';
import { server } from './server.ts';
import { settings } from './settings.ts';
import { share } from './share.ts';
import { updates } from './updates.ts';

/** All texts. Plurals are pairs of `_one` and `_other`, chosen by `count`. */
export const english = {
  ...frameTexts,
  access,
  account,
  admin,
  approve,
  downloads,
  firstRun,
  libraries,
  library,
  model,
  ownServer,
  plugins,
  preview,
  projects,
  publish,
  server,
  settings,
  share,
  updates,
} as const;
