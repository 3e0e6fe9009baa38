const mappedAddress = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;
const networkGroups = 4;

/** The groups of an IPv6 address, with `::` expanded. */
function toGroups(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter((group) => group !== '');
  if (tail === undefined) return left;
  const right = tail.split(':').filter((group) => group !== '');
  const zeros = Math.max(0, 8 - left.length - right.length);
  return [...left, ...new Array<string>(zeros).fill('0'), ...right];
}

/** The key of per-address limits: an IPv4 address (also mapped into IPv6), or an IPv6 /64, whose owner has 2^64 addresses. */
export function toNetwork(address: string): string {
  if (!address.includes(':')) return address;
  const bare = address.toLowerCase().replace(/%.*$/, '');
  const mapped = mappedAddress.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  const groups = toGroups(bare).slice(0, networkGroups);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

export const isLoopback = (address: string | undefined) => /^(127\.|::1$|::ffff:127\.)/.test(address ?? '');
