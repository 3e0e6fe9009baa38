import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { type Scope, scopes } from '../../../contract/common.ts';
import { describeIssue } from '../../../contract/describe-issue.ts';
import { OauthError } from './oauth-error.ts';
import { resources } from './oauth-metadata.ts';

export const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' };

/** Makes the routes of this scope accept only forms. */
export function takeForms(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
}

/** Reads a form. Fields must not repeat (RFC 6749 section 3.2); empty ones are absent. Throws invalid_request. */
export function readForm<S extends z.ZodObject>(schema: S, body: unknown): z.output<S> {
  const form = body instanceof URLSearchParams ? body : new URLSearchParams();
  const given: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const values = form.getAll(name);
    if (values.length > 1)
      throw new OauthError('invalid_request', `Send ${name} once, not ${values.length} times.`);
    if (values[0] !== undefined && values[0] !== '') given[name] = values[0];
  }
  const parsed = schema.safeParse(given, { error: describeIssue });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new OauthError(
    'invalid_request',
    `Correct ${issue?.path.join('.') ?? 'the form'}: ${issue?.message}.`,
  );
}

export function readScopes(text = 'account:read'): Scope[] {
  const wanted = text.split(' ').filter((word) => word !== '');
  const known = scopes.filter((scope) => wanted.includes(scope));
  const unknown = wanted.find((word) => !known.some((scope) => scope === word));
  if (unknown !== undefined || known.length === 0) {
    throw new OauthError(
      'invalid_scope',
      `"${unknown ?? text}" is not a scope. Known scopes: ${scopes.join(', ')}.`,
    );
  }
  return known;
}

/** Path of the part of this server that a token is for (RFC 8707); null if not given. Throws invalid_target. */
export function readResource(resource: string | null, base: string): string | null {
  if (resource === null) return null;
  const bare = resource.replace(/\/$/, '');
  const place = resources.find((one) => bare === `${base}${one}`);
  if (place !== undefined) return place;
  throw new OauthError('invalid_target', `Ask for ${base}/mcp: tokens of this server are good nowhere else.`);
}
