import type { WebPreferences } from 'electron';
import { answerInvocation } from '../api/ipc-main.ts';
import type { HostMessage, PageMessage } from '../page/isolated-world.ts';
import { createNodeCodec } from '../page/node-codec.ts';
import { createPreventableEvent } from '../preventable-event.ts';
import { strict } from '../strict.ts';
import type { HostContext } from './host-context.ts';
import type { PageState } from './page-state.ts';
import type { WebContents } from './web-contents.ts';

type ListenerOptions = {
  readonly contents: WebContents;
  readonly state: PageState;
  readonly preferences: WebPreferences;
  readonly context: HostContext;
};

type Reply = (message: HostMessage) => void;

const codec = createNodeCodec();

function askOpenHandler({ state, context }: ListenerOptions, message: PageMessage & { type: 'open' }): void {
  const url = context.schemes.fromChromium(message.url);
  const { frameName, features } = message;
  const answer = state.openHandler?.({ url, frameName, features, disposition: 'foreground-tab' });
  if (answer?.action === 'deny') return;
  console.error(`electron-host: a page may not open ${url}, because only denying a window is implemented`);
}

/** Acts on what a page's preload sends: calls of handlers, wishes for new windows, failures to load. */
export function createPageListener(options: ListenerOptions): (message: PageMessage, reply: Reply) => void {
  const { contents, state, preferences, context } = options;
  const answer = async (message: PageMessage & { type: 'invoke' }, reply: Reply): Promise<void> => {
    const details = { sender: contents, senderFrame: contents.mainFrame };
    const event = strict('event', createPreventableEvent(details));
    reply(await answerInvocation(context.ipcHandlers, message, event));
  };
  return (message, reply) => {
    if (state.isDestroyed) return;
    if (message.type === 'open') askOpenHandler(options, message);
    else if (message.type === 'invoke') void answer(message, reply);
    else contents.emit('preload-error', {}, preferences.preload, codec.decode(message.error));
  };
}
