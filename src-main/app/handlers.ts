import { AppError } from '../../server/contract/errors.ts';
import type { DesktopCallOutput } from '../ipc/contract.ts';
import type { FeatureHandlers } from '../ipc/handlers.ts';

type AppHandlersOptions = {
  readonly info: DesktopCallOutput<'app.info'>;
  readonly copyText: (text: string) => Promise<void>;
  readonly isAllowedLink: (url: string) => boolean;
  readonly openExternal: (url: string) => Promise<void>;
};

export function createAppHandlers(options: AppHandlersOptions): FeatureHandlers<'app'> {
  return {
    'app.info': () => options.info,
    'app.copyText': ({ text }) => options.copyText(text),
    'app.openLink': async ({ url }) => {
      if (!options.isAllowedLink(url))
        throw new AppError(
          'FORBIDDEN',
          `Lodestock opens only pages of your server and licence texts, not ${url.slice(0, 200)}. Copy the address to open it yourself.`,
        );
      await options.openExternal(url);
    },
  };
}
