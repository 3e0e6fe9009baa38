import { z } from 'zod';
import { Guid, IsoTime, Ok, PlainText, Sha256, Usd, WireSentence } from './common.ts';
import { defineRoute } from './define.ts';
import { limits, projectRules } from './limits.ts';

const Id = z.string().min(1).max(128);
const Name = PlainText.min(1).max(100);
const Scene = PlainText.min(1).max(500).describe('The scene, such as its path in the project');
const Version = z.number().int().min(0);
const Guids = z.array(Guid).max(limits.projects.sent);

const rules = {
  forbids: z
    .array(z.enum(projectRules))
    .max(projectRules.length)
    .describe('What no licence in it may be; `unknown`: a licence whose terms the server does not know'),
  allows: z
    .array(PlainText.min(1).max(limits.projects.licence))
    .max(limits.projects.allows)
    .describe(
      'Licences, as the models name them, that a person has read and found good for it; `model:<guid>` for one without a name of its own, such as `See LICENSE`',
    ),
  isShared: z.boolean().describe('Whether everyone who is signed in sees it, and may add to it'),
};

export const Project = z.object({
  id: Id,
  name: z.string(),
  ...rules,
  isOwn: z.boolean(),
  mayChange: z.boolean().describe('Whether the caller may change more than its models'),
  models: z.number().int(),
  madeAt: IsoTime,
  changedAt: IsoTime,
});
export type Project = z.infer<typeof Project>;

export const ProjectUse = z.object({
  guid: Guid,
  scene: z.string().describe('Empty: added by hand'),
  lod: z.string(),
  format: z.string(),
  sha256: z.string(),
  version: Version.nullable(),
  title: z.string(),
  addedAt: IsoTime,
});
export type ProjectUse = z.infer<typeof ProjectUse>;

const Reported = z.object({
  guid: Guid,
  version: Version.nullish().describe('Of the model when it was downloaded'),
  lod: PlainText.max(20).optional(),
  format: PlainText.max(40).optional(),
  sha256: Sha256.optional().describe('Of the file as it is now'),
  title: PlainText.max(500).optional().describe('For models that this server does not have'),
});

const Problem = z.object({
  rule: z.enum([...projectRules, 'gone']),
  isBreach: z.boolean().describe('false: the server cannot tell'),
  message: z.string(),
  sentence: WireSentence.optional(),
  next: z.string().describe('What a person can do about it'),
});

export const CheckedModel = z.object({
  guid: Guid,
  title: z.string(),
  pageUrl: z.string().nullable().describe('null: the server does not have the model now'),
  previewUrl: z.string().nullable(),
  license: z.string(),
  licenseUrl: z.string().nullable(),
  attribution: z.string().nullable(),
  version: Version.nullable().describe('The oldest in use; null: not known'),
  newestVersion: Version.nullable(),
  isOutdated: z.boolean(),
  isEdited: z.boolean().describe('Whether a file in use is not the one that the server has'),
  priceUsd: Usd,
  people: z.number().int().describe('Accounts that use it in the project'),
  unlocked: z.number().int().describe('Those of them that have unlocked it'),
  scenes: z.array(z.string()),
  problems: z.array(Problem),
});
export type CheckedModel = z.infer<typeof CheckedModel>;

const guarded = ['UNAUTHENTICATED', 'FORBIDDEN', 'INSUFFICIENT_SCOPE'] as const;
const refusing = [...guarded, 'INVALID_INPUT', 'RATE_LIMITED'] as const;
const reading = {
  audience: ['agent', 'browser', 'plugin'],
  callers: ['user', 'session', 'plugin', 'apiKey'],
  scopes: ['lists:write'],
} as const;
const counted = { ...reading, rate: 'modelLists' } as const;
const params = z.object({ projectId: Id });
const Answered = Project.extend({ ok: Ok });

/** Projects: the models of a work, and whether their licences let it ship. */
export const projectRoutes = {
  projects: defineRoute({
    ...reading,
    method: 'GET',
    path: '/api/projects',
    summary: 'Projects that the caller sees, by name',
    response: z.object({ ok: Ok, projects: z.array(Project) }),
    errors: guarded,
  }),
  makeProject: defineRoute({
    ...counted,
    method: 'POST',
    path: '/api/projects',
    summary: 'Make a project',
    body: z.object({
      name: Name,
      forbids: rules.forbids.optional().describe('Absent: nonCommercial, editorial, unknown'),
      allows: rules.allows.optional(),
      isShared: rules.isShared.optional(),
    }),
    status: 201,
    response: Answered,
    errors: refusing,
  }),
  project: defineRoute({
    ...reading,
    method: 'GET',
    path: '/api/projects/{projectId}',
    summary: 'A project, with the scenes that were reported',
    params,
    response: Answered.extend({
      scenes: z.array(z.object({ scene: z.string(), models: z.number().int(), reportedAt: IsoTime })),
    }),
    errors: [...guarded, 'NOT_FOUND'],
  }),
  changeProject: defineRoute({
    ...counted,
    method: 'POST',
    path: '/api/projects/{projectId}',
    summary: 'Change a project, add models by hand, or remove some from all its scenes',
    params,
    bodyBytes: limits.projects.bodyBytes,
    body: z.object({
      name: Name.optional(),
      forbids: rules.forbids.optional(),
      allows: rules.allows.optional(),
      isShared: rules.isShared.optional(),
      add: Guids.optional().describe('Models; those that the server lacks are left out'),
      remove: Guids.optional(),
    }),
    response: Answered,
    errors: [...refusing, 'NOT_FOUND'],
  }),
  deleteProject: defineRoute({
    ...counted,
    method: 'DELETE',
    path: '/api/projects/{projectId}',
    summary: 'Delete a project; its models stay',
    params,
    status: 204,
    response: z.null(),
    errors: [...refusing, 'NOT_FOUND'],
  }),
  reportScene: defineRoute({
    ...counted,
    method: 'POST',
    path: '/api/projects/{projectId}/scenes',
    summary:
      'Report all that a scene uses now, in place of what was reported of it before; nothing: the scene is gone',
    params,
    bodyBytes: limits.projects.bodyBytes,
    body: z.object({ scene: Scene, models: z.array(Reported).max(limits.projects.sent) }),
    response: Answered,
    errors: [...refusing, 'NOT_FOUND'],
  }),
  checkProject: defineRoute({
    ...reading,
    rate: 'projectChecks',
    method: 'GET',
    path: '/api/projects/{projectId}/check',
    summary: 'What a project uses, under which licences, and what keeps it from shipping',
    params,
    response: z.object({
      ok: Ok,
      project: Project,
      verdict: z
        .enum(['well', 'breach', 'unknown'])
        .describe('unknown: no breach, but not all could be told'),
      inTheWay: z.number().int().describe('Models with a problem'),
      models: z.array(CheckedModel).describe('Those with problems first, then by title'),
    }),
    errors: [...guarded, 'NOT_FOUND', 'RATE_LIMITED'],
  }),
};
