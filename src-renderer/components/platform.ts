import { createContext, useContext } from 'react';

/** Services that the platform offers to any part of the UI. */
export type Platform = {
  readonly kind: 'desktop' | 'web';
  readonly isMac: boolean;
  copyText(text: string): Promise<void>;
};

export const PlatformContext = createContext<Platform>({
  kind: 'web',
  isMac: false,
  copyText: async () => {},
});

export function usePlatform(): Platform {
  return useContext(PlatformContext);
}
