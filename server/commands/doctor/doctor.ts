import { z } from 'zod';
import { type Finding, renderFindings } from '../../contract/admin/doctor.ts';
import { textOf } from '../../contract/sentence.ts';
import { defineCommand } from '../define-command.ts';
import { examineServer } from './examine-server.ts';

const inEnglish = ({ says, ...rest }: Finding) => ({ ...rest, says: textOf(says) });

const wrongExitCode = 2;

export const examine = defineCommand({
  name: 'doctor',
  summary:
    'Check for anything that stops the server from working: names, certificates, clocks, disks, permissions',
  input: z.object({}),
  async run(_input, { config, clock, environment }) {
    const findings = await examineServer({ config, environment, now: clock });
    const hasFault = findings.some(({ status }) => status === 'bad');
    return {
      text: renderFindings(findings),
      json: { findings: findings.map(inEnglish) },
      exitCode: hasFault ? wrongExitCode : 0,
    };
  },
});
