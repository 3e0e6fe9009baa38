import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { renderOpenApi } from '../../../server/base/http/docs.ts';
import { externalFile, requireExternal } from '../external.ts';
import { type Judge, runProgram } from '../judge.ts';

const Report = z.array(
  z.looseObject({ code: z.string(), message: z.string(), path: z.array(z.union([z.string(), z.number()])) }),
);

/** Its rules for OpenAPI, on the document that the server gives out. */
export const spectral: Judge = {
  name: 'Spectral',
  async run() {
    const absent = await requireExternal();
    if (absent) return absent;
    const base = path.join(tmpdir(), `lodestock-spectral-${crypto.randomUUID()}`);
    const [page, rules] = [`${base}.yaml`, `${base}-rules.yaml`];
    writeFileSync(page, renderOpenApi('http://127.0.0.1:8787'));
    writeFileSync(rules, 'extends: ["spectral:oas"]\n');
    const program = externalFile('@stoplight/spectral-cli/dist/index.js');
    const args = [program, 'lint', '--format', 'json', '--quiet', '-r', rules, page];
    const { output } = await runProgram(process.execPath, args);
    const found = Report.parse(JSON.parse(output.slice(output.indexOf('['), output.lastIndexOf(']') + 1)));
    const findings = found.map(({ code, message, path: place }) => `${code}: ${message} ${place.join('.')}`);
    return { figures: 'its rules for OpenAPI', findings };
  },
};
