import { z } from 'zod';
import { CheckCounts, type ServerCheck, ServerFinding } from '../ipc/own-server-contract.ts';
import type { CommandResult } from './run-command.ts';

const Checked = CheckCounts.partial().extend({
  isSound: z.boolean(),
  findings: z.array(ServerFinding.extend({ advice: z.string() })),
});

const most = 20;
const couldNotRun = 1;
const isForTerminal = (advice: string) => advice.includes('node server/main.ts');

/** What `check --json` says, for the window; `toShareable` takes names of folders out of its sentences. */
export function readCheck(
  { code, output, errors }: CommandResult,
  toShareable: (text: string) => string,
): ServerCheck {
  if (code === couldNotRun)
    return { isSound: false, findings: [], more: 0, counts: null, trouble: toShareable(errors) };
  const checked = Checked.parse(JSON.parse(output));
  return {
    isSound: checked.isSound,
    findings: checked.findings.slice(0, most).map(({ kind, what, advice }) => ({
      ...{ kind, what: toShareable(what) },
      advice: isForTerminal(advice) ? null : advice,
    })),
    more: Math.max(0, checked.findings.length - most),
    counts: CheckCounts.safeParse(checked).data ?? null,
    trouble: null,
  };
}
