import type { Config } from '../../config.ts';
import { isLoopback } from './network.ts';

/** Whether people reach the server by a name or address that is not this machine's own. */
export function hasPublicName({ baseUrl }: Pick<Config, 'baseUrl'>): boolean {
  if (baseUrl === null) return false;
  const name = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '');
  return name !== 'localhost' && !name.endsWith('.localhost') && !isLoopback(name);
}
