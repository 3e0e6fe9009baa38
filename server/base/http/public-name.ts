import type { Config } from '../../config.ts';
import { isLoopback } from './network.ts';

/** Whether the server is reached by a name or address other than this machine's own. */
export function hasPublicName({ baseUrl }: Pick<Config, 'baseUrl'>): boolean {
  if (baseUrl === null) return false;
  const name = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '');
  return name !== 'localhost' && !name.endsWith('.localhost') && !isLoopback(name);
}
