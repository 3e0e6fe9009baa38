import type { CustomScheme } from 'electron';
import { strict } from '../strict.ts';

export type SchemeHandler = (request: Request) => Response | Promise<Response>;

const suffix = '.electron-host.invalid';

function readScheme(url: string): string {
  return /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase() ?? '';
}

/** Chromium alone knows no custom schemes: scheme://host/path is served as https://host.scheme.<suffix>/path. */
export function createSchemes() {
  const handlers = new Map<string, SchemeHandler>();
  const standard = new Set<string>();
  return {
    urlPattern: `https://*${suffix}/*`,
    toChromium: (url: string): string => {
      const match = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)(.*)$/is.exec(url);
      if (!match || !handlers.has(readScheme(url))) return url;
      return `https://${match[1] || 'host'}.${readScheme(url)}${suffix}${match[2] || '/'}`;
    },
    fromChromium: (url: string): string => {
      const match = /^https:\/\/([^/?#]*)\.([^./?#]+)\.electron-host\.invalid(.*)$/is.exec(url);
      return match ? `${match[2]}://${match[1]}${match[3]}` : url;
    },
    findHandler: (url: string): SchemeHandler | undefined => handlers.get(readScheme(url)),
    register: (schemes: readonly CustomScheme[]): void => {
      for (const { scheme, privileges } of schemes) {
        if (privileges?.standard && privileges.secure) standard.add(scheme);
      }
    },
    handle: (scheme: string, handler: SchemeHandler): void => {
      if (handlers.has(scheme)) throw new Error(`The scheme ${scheme} is already registered`);
      if (!standard.has(scheme)) {
        throw new Error(
          `electron-host: register ${scheme} as a standard and secure scheme before it is handled`,
        );
      }
      handlers.set(scheme, handler);
    },
  };
}

export type Schemes = ReturnType<typeof createSchemes>;

/** Electron's `protocol`. */
export function createProtocol(schemes: Schemes, isReady: () => boolean) {
  return strict('protocol', {
    registerSchemesAsPrivileged: (customSchemes: readonly CustomScheme[]): void => {
      if (isReady()) {
        throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
      }
      schemes.register(customSchemes);
    },
    handle: schemes.handle,
  });
}
