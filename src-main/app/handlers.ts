import type { DesktopCallOutput } from '../ipc/contract.ts';
import type { FeatureHandlers } from '../ipc/handlers.ts';

type AppHandlersOptions = {
  readonly info: DesktopCallOutput<'app.info'>;
  readonly copyText: (text: string) => Promise<void>;
  /** Throws FORBIDDEN for a link that must not leave the app. */
  readonly openLink: (url: string) => Promise<void>;
};

export function createAppHandlers({ info, copyText, openLink }: AppHandlersOptions): FeatureHandlers<'app'> {
  return {
    'app.info': () => info,
    'app.copyText': ({ text }) => copyText(text),
    'app.openLink': ({ url }) => openLink(url),
  };
}
