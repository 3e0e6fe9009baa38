import { createContext, useContext } from 'react';

/** The services that the UI's surroundings offer to any part of it. */
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
