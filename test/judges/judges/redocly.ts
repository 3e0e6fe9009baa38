import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { renderOpenApi } from '../../../server/base/http/docs.ts';
import { externalFile, requireExternal } from '../external.ts';
import { type Judge, runProgram } from '../judge.ts';

const Report = z.object({
  problems: z.array(
    z.looseObject({
      ruleId: z.string(),
      severity: z.string(),
      message: z.string(),
      location: z.array(z.looseObject({ pointer: z.string().optional() })),
    }),
  ),
});
const script = '@redocly/cli/bin/cli.js';

/** The rules that its makers recommend, on the document that the server gives out. */
export const redocly: Judge = {
  name: 'Redocly',
  async run() {
    const absent = await requireExternal();
    if (absent) return absent;
    const file = path.join(tmpdir(), `lodestock-openapi-${crypto.randomUUID()}.yaml`);
    const page = renderOpenApi('http://127.0.0.1:8787');
    writeFileSync(file, page);
    const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const args = [externalFile(script), 'lint', file, '--format=json', '--max-problems=500'];
    const { output } = await runProgram(process.execPath, args, { env });
    const { problems } = Report.parse(
      JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)),
    );
    const findings = problems.map(
      ({ ruleId, severity, message, location }) =>
        `${severity} ${ruleId}: ${message} ${location[0]?.pointer ?? ''}`,
    );
    const operations = [...page.matchAll(/^ {6}operationId:/gm)].length;
    return { figures: `${operations} operations, its recommended rules`, findings };
  },
};
