import {
  createAccount,
  disableAccount,
  enableAccount,
  listAccounts,
  setPassword,
  setRole,
} from './accounts.ts';
import { loginAgent, logoutAgent } from './agent-keys.ts';
import { checkData } from './check.ts';
import { grantCredit, showLedger, takeCredit } from './credit.ts';
import { backupData, restoreData } from './data.ts';
import type { Command } from './define-command.ts';
import { examine } from './doctor/doctor.ts';
import { ingestLibrary } from './ingest.ts';
import { invite, listInvitations, revokeInvitation } from './invitations.ts';
import { moveAccountsCommand } from './move-accounts.ts';
import { checkProject } from './projects.ts';
import { listStarters, pinStarter, unpinStarter } from './starters.ts';
import {
  holdUpdate,
  importUpdate,
  listReleases,
  offerUpdate,
  pinUpdate,
  removeUpdate,
  unpinUpdate,
} from './updates.ts';

export const commands: readonly Command[] = [
  listAccounts,
  createAccount,
  disableAccount,
  enableAccount,
  setPassword,
  setRole,
  grantCredit,
  takeCredit,
  showLedger,
  invite,
  listInvitations,
  revokeInvitation,
  moveAccountsCommand,
  ingestLibrary,
  checkData,
  examine,
  backupData,
  restoreData,
  checkProject,
  loginAgent,
  logoutAgent,
  listStarters,
  pinStarter,
  unpinStarter,
  listReleases,
  importUpdate,
  holdUpdate,
  pinUpdate,
  unpinUpdate,
  offerUpdate,
  removeUpdate,
];
