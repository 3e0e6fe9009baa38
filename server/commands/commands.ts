import { createAccount } from './accounts/create.ts';
import { disableAccount } from './accounts/disable.ts';
import { enableAccount } from './accounts/enable.ts';
import { grantCredit } from './accounts/grant.ts';
import { listInvitations } from './accounts/invitations.ts';
import { invite } from './accounts/invite.ts';
import { showLedger } from './accounts/ledger.ts';
import { listAccounts } from './accounts/list.ts';
import { revokeInvitation } from './accounts/revoke-invitation.ts';
import { setPassword } from './accounts/set-password.ts';
import { setRole } from './accounts/set-role.ts';
import { takeCredit } from './accounts/take.ts';
import { backupData } from './data/backup.ts';
import { checkData } from './data/check.ts';
import { ingestLibrary } from './data/ingest.ts';
import { restoreData } from './data/restore.ts';
import type { Command } from './define-command.ts';
import { loginAgent } from './mcp/login.ts';
import { logoutAgent } from './mcp/logout.ts';
import { listStarters } from './starters/list.ts';
import { pinStarter } from './starters/pin.ts';
import { unpinStarter } from './starters/unpin.ts';

/** Every command of `node server/main.ts`, in the order in which help lists them. */
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
  ingestLibrary,
  checkData,
  backupData,
  restoreData,
  loginAgent,
  logoutAgent,
  listStarters,
  pinStarter,
  unpinStarter,
];
