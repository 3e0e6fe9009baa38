import { approvals } from './account/approvals.ts';
import { adminPosters } from './admin/admin-posters.ts';
import { browse } from './browse.ts';
import { collections } from './collections.ts';
import { common } from './common.ts';
import { errors, failures } from './errors.ts';
import { palette } from './palette.ts';
import { accountSectionNames, adminSectionNames } from './section-names.ts';
import { actions, shell } from './shell.ts';
import { units } from './units.ts';

/** Texts of every web page, and of the catalogue, where most visitors arrive. */
export const frameTexts = {
  actions,
  account: { sections: accountSectionNames },
  admin: { posters: adminPosters, sections: adminSectionNames },
  approvals,
  browse,
  collections,
  common,
  errors,
  failures,
  palette,
  shell,
  units,
} as const;
