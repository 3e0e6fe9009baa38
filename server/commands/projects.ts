import { z } from 'zod';
import { prepareOutbound } from '../base/outbound.ts';
import { routes } from '../contract/index.ts';
import { findRunningServer } from '../running-server.ts';
import { defineCommand } from './define-command.ts';

const { path, response } = routes.checkProject;
type Checked = z.output<typeof response>;

/** By result; 2 also means that the check could not run. */
const exitCodes = { well: 0, breach: 1, unknown: 2 } as const;
const patience = 60_000; // milliseconds

const listTitles = (label: string, models: Checked['models']) =>
  models.length === 0 ? [] : [`${label}: ${models.map(({ title }) => title).join(', ')}`];

function render({ project, verdict, inTheWay, models }: Checked): string {
  const things = inTheWay === 1 ? '1 thing stands' : `${inTheWay} things stand`;
  const problems = models.flatMap(({ title, problems: found }) =>
    found.map(({ message, next }) => `- ${title}: ${message} ${next}`),
  );
  const outdated = models.filter(({ isOutdated }) => isOutdated);
  const edited = models.filter(({ isEdited }) => isEdited);
  return [
    `${project.name}: ${verdict === 'well' ? 'may ship' : `${things} in the way`} (${project.models} model${project.models === 1 ? '' : 's'}).`,
    ...problems,
    ...listTitles('Outdated', outdated),
    ...listTitles('Edited', edited),
  ].join('\n');
}

async function ask(address: string, token: string): Promise<Checked> {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
  // A redirect must not carry the token elsewhere.
  const init = { headers, redirect: 'error', signal: AbortSignal.timeout(patience) } as const;
  const answer = await fetch(address, init).catch((error: unknown) => {
    throw new Error(`${address} cannot be reached. Check --server and your network.`, { cause: error });
  });
  const body = await answer.json().catch(() => null);
  if (answer.ok) return response.parse(body);
  const { message } = z
    .object({ message: z.string() })
    .catch({ message: `It answered ${answer.status}.` })
    .parse(body);
  throw new Error(message);
}

export const checkProject = defineCommand({
  name: 'project check',
  summary:
    'Say whether the licences of a project let it ship: exits with 0 (they do), 1 (they do not) or 2 (their terms are not known). LODESTOCK_TOKEN has an API key',
  positionals: ['id'],
  input: z.object({
    id: z.string().min(1),
    server: z
      .url({ protocol: /^https?$/, error: 'write an address like https://models.example.org' })
      .optional()
      .describe('Server that has the project; by default, the one that runs on the data folder'),
  }),
  failureCode: exitCodes.unknown,
  async run({ id, server }, { config, environment }) {
    const base = server ?? (await findRunningServer(config.dataDir));
    if (base === null) throw new Error('No server runs on this data folder. Name one with --server.');
    const { LODESTOCK_TOKEN: token } = environment;
    if (!token) throw new Error('Put an API key, made on the account page, into LODESTOCK_TOKEN.');
    prepareOutbound({ environment, caFile: config.caFile, urls: [base] });
    const checked = await ask(
      `${base.replace(/\/$/, '')}${path.replace('{projectId}', encodeURIComponent(id))}`,
      token,
    );
    return { text: render(checked), json: checked, exitCode: exitCodes[checked.verdict] };
  },
});
