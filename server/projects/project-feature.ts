import type { FastifyInstance } from 'fastify';
import { createProjects } from '../accounts/lists/projects.ts';
import type { Core } from '../base/core.ts';
import type { Handlers } from '../base/http/bind.ts';
import { type Authenticate, type Caller, requireCaller } from '../base/http/caller.ts';
import type { RouteRates } from '../base/http/route-rates.ts';
import { AppError } from '../contract/errors.ts';
import { routes } from '../contract/index.ts';
import type { Project, projectRoutes } from '../contract/projects.ts';
import { sentence } from '../contract/sentence.ts';
import { toCredits, toCsv } from '../shared/credits.ts';
import { type CheckParts, checkModels, findModel } from './check-project.ts';

type Parts = CheckParts &
  Pick<Core, 'store' | 'clock'> & {
    readonly authenticate: Authenticate;
    readonly rates: RouteRates;
  };
/** Forbidden by default in a project. */
const usual: Project['forbids'] = ['nonCommercial', 'editorial', 'unknown'];
type Checked = Awaited<ReturnType<typeof checkModels>>;
type CreditsRequest = { Params: { projectId: string }; Querystring: { format?: unknown } };

const toCredited = (models: Checked) =>
  models.map((model) => ({
    ...model,
    license: model.license === 'Unspecified' ? '' : model.license,
    source: model.pageUrl ?? '',
  }));
const options = { noLicence: 'No licence' };
const columns = ['title', 'licence', 'licence_url', 'attribution', 'source', 'guid', 'version', 'newest'];
const toRow = (model: Checked[number]) => [
  ...[model.title, model.license, model.licenseUrl ?? '', model.attribution ?? '', model.pageUrl ?? ''],
  ...[model.guid, model.version ?? '', model.newestVersion ?? '', model.isEdited ? 'yes' : 'no'],
  ...[model.people, model.priceUsd, model.scenes.join('; ')],
  model.problems.map(({ message }) => message).join(' '),
];
const creditsFormats = {
  text: { type: 'text/plain', end: 'txt', write: (all: Checked) => toCredits(toCredited(all), options) },
  markdown: {
    ...{ type: 'text/markdown', end: 'md' },
    write: (all: Checked) => `# Credits\n\n${toCredits(toCredited(all), { ...options, isMarkdown: true })}`,
  },
  csv: {
    ...{ type: 'text/csv', end: 'csv' },
    write: (all: Checked) =>
      toCsv([[...columns, 'edited', 'people', 'price_usd', 'scenes', 'problems'], ...all.map(toRow)]),
  },
} as const;
const isFormat = (name: unknown): name is keyof typeof creditsFormats =>
  typeof name === 'string' && Object.hasOwn(creditsFormats, name);

/** Projects: what a work uses, whether its licences allow shipping it, and the credits it owes. */
export function createProjectFeature(
  app: FastifyInstance,
  parts: Parts,
): Pick<Handlers, keyof typeof projectRoutes> {
  const { models, authenticate, rates } = parts;
  const titleOf = (guid: string) => findModel(models, guid)?.title ?? null;
  const projects = createProjects({ ...parts, titleOf });
  const check = async (id: string, by: Caller) => {
    const { project, uses } = await projects.readAll({ id, by });
    return { project, models: await checkModels(parts, uses, project) };
  };

  app.get<CreditsRequest>('/api/projects/:projectId/credits', async (request, reply) => {
    const caller = requireCaller(routes.checkProject, authenticate(request));
    await rates.count('projectChecks', { request, reply, caller });
    const { format = 'text' } = request.query;
    if (!isFormat(format))
      throw new AppError(
        'INVALID_INPUT',
        sentence`Correct ${{ field: 'format' }}: ${{ reason: sentence`it must be one of ${{ values: 'text, markdown, csv' }}` }}.`,
      );
    const { type, end, write } = creditsFormats[format];
    const { models: checked } = await check(request.params.projectId, caller);
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="credits.${end}"`)
      .type(`${type}; charset=utf-8`)
      .send(write(checked));
  });
  return {
    projects: async ({ caller }) => ({ ok: true, projects: await projects.list(caller) }),
    makeProject: async ({ body, caller }) => {
      const { name, forbids = usual, allows = [], isShared = false } = body;
      return { ok: true, ...(await projects.make(caller, { name, forbids, allows, isShared })) };
    },
    project: async ({ params, caller }) => ({
      ok: true,
      ...(await projects.read({ id: params.projectId, by: caller })),
    }),
    changeProject: async ({ params, body, caller }) => ({
      ok: true,
      ...(await projects.change({ id: params.projectId, by: caller }, body)),
    }),
    deleteProject: async ({ params, caller }) => {
      await projects.delete({ id: params.projectId, by: caller });
      return null;
    },
    reportScene: async ({ params, body: { scene, models: uses }, caller }) => {
      const asked = { id: params.projectId, by: caller };
      const kept = uses.map(({ guid, version = null, lod = '', format = '', sha256 = '', title = '' }) => ({
        ...{ guid, version, lod, format, sha256, title },
      }));
      return { ok: true, ...(await projects.report(asked, scene, kept)) };
    },
    checkProject: async ({ params, caller }) => {
      const checked = await check(params.projectId, caller);
      const problems = checked.models.flatMap((model) => model.problems);
      const isBroken = problems.some(({ isBreach }) => isBreach);
      return {
        ok: true,
        ...checked,
        verdict: isBroken ? 'breach' : problems.length > 0 ? 'unknown' : 'well',
        inTheWay: checked.models.filter((model) => model.problems.length > 0).length,
      };
    },
  };
}
