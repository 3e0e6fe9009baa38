import { z } from 'zod';
import { Guid, IsoTime, LodName, Ok, Usd } from '../common.ts';
import { defineRoute } from '../define.ts';

export const AgentPlan = z.object({
  id: z.string(),
  keyName: z.string().describe('The API key that the agent uses'),
  guid: Guid,
  title: z.string(),
  license: z.string(),
  format: z.string(),
  lod: LodName,
  relativePath: z.string(),
  filesCount: z.number().int().describe('The file and those that it needs'),
  sizeBytes: z.number().int().describe('Bytes of all of them'),
  priceUsd: Usd,
  target: z.string().nullable().describe("Where it goes, in the agent's words"),
  status: z.enum(['pending', 'approved', 'denied', 'used', 'expired']),
  askedAt: IsoTime,
  expiresAt: IsoTime,
  decidedAt: IsoTime.nullable(),
});
export type AgentPlan = z.infer<typeof AgentPlan>;

const guarded = ['UNAUTHENTICATED', 'FORBIDDEN'] as const;

/** Charges by agents whose keys require approval. Apps can show them; a person decides in a browser. */
export const agentPlanRoutes = {
  agentPlans: defineRoute({
    audience: ['browser', 'desktop'],
    callers: ['user', 'session', 'plugin'],
    scopes: ['download:direct'],
    method: 'GET',
    path: '/api/account/agent-plans',
    summary: 'What agents asked to spend, newest first',
    response: z.object({ ok: Ok, plans: z.array(AgentPlan) }),
    errors: [...guarded, 'INSUFFICIENT_SCOPE'],
  }),
  decideAgentPlan: defineRoute({
    audience: ['browser'],
    callers: ['session'],
    method: 'POST',
    path: '/api/account/agent-plans/{planId}',
    summary: 'Approve or deny what an agent asked to spend; an approval is used once, within its time',
    params: z.object({ planId: z.string().min(1).max(128) }),
    body: z.object({ decision: z.enum(['approve', 'deny']) }),
    response: AgentPlan.extend({ ok: Ok }),
    errors: [...guarded, 'NOT_FOUND', 'SESSION_EXPIRED', 'INVALID_INPUT'],
  }),
};
