import { z } from 'zod';
import { Flag } from './flag.ts';

export const proxySettings = {
  LODESTOCK_TRUST_PROXY: Flag.default(false).describe(
    'Trust the last X-Forwarded-For address; only behind a reverse proxy',
  ),
  LODESTOCK_ACCEL: z
    .enum(['off', 'nginx', 'caddy', 'bucket'])
    .default('off')
    .describe('[Proxy](#nginx-or-caddy-in-front), or [bucket](../buckets.md), that sends the files'),
  LODESTOCK_ACCEL_PREFIX: z
    .string()
    .regex(/^\/([\w.-]+\/)*$/, 'Enter a path that starts and ends with a slash')
    .default('/lodestock-files/')
    .describe('Its internal path to the library folder'),
  LODESTOCK_EDGE_KEY: z
    .string()
    .regex(/^[\w-]{32,200}$/, 'Enter 32 or more letters and digits, such as those of openssl rand -hex 32')
    .optional()
    .describe(
      'Secret with which a [cache in front](../scaling.md#files-and-listings-at-the-edge) checks addresses of files',
    ),
};

type Values = z.output<z.ZodObject<typeof proxySettings>>;

export function toProxyConfig(value: Values) {
  return {
    trustProxy: value.LODESTOCK_TRUST_PROXY,
    /** What sends large files: this process, the reverse proxy, or the store. */
    accel: value.LODESTOCK_ACCEL,
    accelPrefix: value.LODESTOCK_ACCEL_PREFIX,
    /** Null if no cache in front checks permissions. */
    edgeKey: value.LODESTOCK_EDGE_KEY ?? null,
  };
}
