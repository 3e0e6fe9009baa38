import { builtStarters } from '../../built-dir.ts';
import { createStarterAdmin } from '../../starters/starter-admin.ts';
import { keptStarters } from '../../starters/starter-feature.ts';
import type { CommandTools } from '../define-command.ts';

/** What admins decide about the starters, on the server's own database and folder. */
export const openStarters = ({ config, clock, openDb }: CommandTools) =>
  createStarterAdmin({
    db: openDb(),
    clock,
    builtDir: builtStarters,
    keptDir: keptStarters(config.dataDir),
  }).admin;
