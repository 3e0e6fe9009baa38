import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { RouteDefinition } from '../../../server/contract/define.ts';
import { AppError, type Outcome, toErrorBody } from '../../../server/contract/errors.ts';
import { type RouteName, routes } from '../../../server/contract/index.ts';
import { sentence } from '../../../server/contract/sentence.ts';
import { toInputError } from '../storage/input-error.ts';
import type { Log } from '../storage/log.ts';
import { type DesktopCallName, desktopCalls } from './contract.ts';
import type { CallInputs, DesktopHandlers } from './handlers.ts';

/** Where a call came from; null if its frame no longer exists. */
type CallSource = { readonly url: string; readonly isMainFrame: boolean } | null;

export type Router = (source: CallSource, name: unknown, input: unknown) => Promise<Outcome<unknown>>;

type RouterOptions = {
  readonly isOwnPage: (url: string) => boolean;
  readonly handlers: DesktopHandlers;
  readonly callServer: (name: RouteName, input: unknown) => Promise<unknown>;
  readonly log: Log;
};

type Schemas = {
  readonly [N in DesktopCallName]: {
    readonly input: { readonly safeParse: (raw: unknown) => z.ZodSafeParseResult<CallInputs[N]> };
  };
};
const schemas: Schemas = desktopCalls;
const routeTable: Readonly<Record<string, RouteDefinition>> = routes;

const isDesktopCall = (name: string): name is DesktopCallName => Object.hasOwn(desktopCalls, name);
const isDesktopRoute = (name: string): name is RouteName =>
  Object.hasOwn(routeTable, name) && routeTable[name]?.audience.includes('desktop') === true;

async function runCall<N extends DesktopCallName>(handlers: DesktopHandlers, name: N, raw: unknown) {
  const parsed = schemas[name].input.safeParse(raw);
  if (!parsed.success) throw toInputError(`Invalid input for ${name}`, parsed.error);
  return handlers[name](parsed.data);
}

const findCause = (error: unknown) => (error instanceof Error ? error.cause : undefined);

/** Handles calls from the window. Checks sender, name and input, in this order, then runs the handler. Never throws. */
export function createRouter(options: RouterOptions): Router {
  async function answer(source: CallSource, name: unknown, input: unknown): Promise<unknown> {
    if (!source?.isMainFrame || !options.isOwnPage(source.url)) {
      options.log.warn('ipc.foreign-sender', { url: source?.url ?? null });
      throw new AppError('FORBIDDEN', 'Only Lodestock’s own page can make this call.');
    }
    if (typeof name === 'string' && isDesktopCall(name)) return runCall(options.handlers, name, input);
    if (typeof name === 'string' && isDesktopRoute(name)) return options.callServer(name, input);
    throw new AppError(
      'NOT_FOUND',
      sentence`There is no call named ${{ name: JSON.stringify(String(name).slice(0, 100)) }}.`,
    );
  }

  return async (source, name, input) => {
    try {
      return { ok: true, value: await answer(source, name, input) };
    } catch (error) {
      const body = toErrorBody(error, randomUUID());
      const entry = { call: String(name), code: body.code, requestId: body.requestId };
      if (body.code === 'INTERNAL') options.log.error('ipc.failed', { ...entry, error });
      else options.log.info('ipc.refused', { ...entry, message: body.message, cause: findCause(error) });
      return { ok: false, error: body };
    }
  };
}
