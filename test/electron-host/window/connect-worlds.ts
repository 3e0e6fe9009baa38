import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { WebPreferences } from 'electron';
import type { Page } from '../chromium/open-page.ts';
import type { HostMessage, PageMessage } from '../page/isolated-world.ts';
import { createWorldScripts, isolatedWorldName, sendBindingName } from '../page/world-scripts.ts';

type WorldConnection = {
  readonly page: Page;
  readonly preferences: WebPreferences;
  readonly onMessage: (message: PageMessage, reply: (message: HostMessage) => void) => void;
};

function describeProcess(preferences: WebPreferences): object {
  return {
    type: 'renderer',
    platform: process.platform,
    arch: process.arch,
    versions: { ...process.versions },
    argv: [process.execPath, ...(preferences.additionalArguments ?? [])],
    env: {},
    sandboxed: true,
    contextIsolated: true,
  };
}

/** Follows the page's current isolated world, which every navigation replaces. */
function trackContext({ session, frameId }: Page): () => number | null {
  let current: number | null = null;
  session.on('Runtime.executionContextCreated', ({ context }) => {
    const isOurs = context.name === isolatedWorldName && context.auxData?.frameId === frameId;
    if (isOurs) current = context.id;
  });
  session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
    if (executionContextId === current) current = null;
  });
  return () => current;
}

/** Puts the preload and the bridge into every page of the window; returns how to post to its preload. */
export async function connectWorlds({
  page,
  preferences,
  onMessage,
}: WorldConnection): Promise<(message: HostMessage) => void> {
  const { session } = page;
  const currentContext = trackContext(page);
  const postTo = (contextId: number | null, message: HostMessage): void => {
    if (contextId === null) return;
    const expression = `__electronHostReceive(${JSON.stringify(message)})`;
    session.send('Runtime.evaluate', { expression, contextId }).catch(() => {});
  };
  session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
    if (name !== sendBindingName || executionContextId !== currentContext()) return;
    onMessage(JSON.parse(payload), (message) => postTo(executionContextId, message));
  });
  const scripts = createWorldScripts({
    key: randomUUID(),
    process: describeProcess(preferences),
    preloadSource: preferences.preload ? readFileSync(preferences.preload, 'utf8') : '',
  });
  await Promise.all([
    session.send('Runtime.addBinding', { name: sendBindingName, executionContextName: isolatedWorldName }),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.main }),
    session.send('Page.addScriptToEvaluateOnNewDocument', {
      source: scripts.isolated,
      worldName: isolatedWorldName,
    }),
  ]);
  return (message) => postTo(currentContext(), message);
}
