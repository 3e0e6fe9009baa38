import { createContext, useContext } from 'react';

/** What the surroundings of the UI can do for any part of it. */
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
