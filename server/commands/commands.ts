import { listAccounts } from './accounts/list.ts';
import type { Command } from './define-command.ts';
import { loginAgent } from './mcp/login.ts';
import { logoutAgent } from './mcp/logout.ts';

/** Every command of `node server/main.ts`, in the order in which help lists them. */
export const commands: readonly Command[] = [listAccounts, loginAgent, logoutAgent];
