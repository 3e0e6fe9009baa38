import type { english } from '../en/english.ts';
import type { Translated } from '../translated.ts';
import { account } from './account/account.ts';
import { access } from './account/account-access.ts';
import { approvals } from './account/approvals.ts';
import { approve } from './account/approve.ts';
import { admin } from './admin/admin.ts';
import { browse } from './browse.ts';
import { collections } from './collections.ts';
import { common } from './common.ts';
import { downloads } from './downloads.ts';
import { errors, failures } from './errors.ts';
import { firstRun } from './first-run.ts';
import { libraries } from './libraries.ts';
import { library } from './library.ts';
import { model } from './model.ts';
import { ownServer } from './own-server.ts';
import { palette } from './palette.ts';
import { plugins } from './plugins.ts';
import { preview } from './preview.ts';
import { projects } from './projects.ts';
import { publish } from './publish.ts';
import { server } from './server.ts';
import { settings } from './settings.ts';
import { share } from './share.ts';
import { actions, shell } from './shell.ts';
import { units } from './units.ts';
import { updates } from './updates.ts';

/** All German texts; keys and plurals match the English ones. */
export const german: Translated<typeof english> = {
  access,
  account,
  actions,
  admin,
  approvals,
  approve,
  browse,
  collections,
  common,
  downloads,
  errors,
  failures,
  firstRun,
  libraries,
  library,
  model,
  ownServer,
  palette,
  plugins,
  preview,
  projects,
  publish,
  server,
  settings,
  share,
  shell,
  units,
  updates,
};
