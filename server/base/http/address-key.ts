import { isIPv6 } from 'node:net';

/** The first eight bytes of an IPv6 address, as four groups without leading zeros. */
function firstGroups(address: string): string {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(0, missing)).fill('0'), ...after];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/**
 * What a limit counts a network address as: itself, or the /64 of an IPv6 address, which one subscriber has whole. An
 * IPv4 address that comes as IPv6 is the IPv4 address.
 */
export function toAddressKey(address: string): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return plain;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  return mapped ?? `${firstGroups(plain)}::/64`;
}
