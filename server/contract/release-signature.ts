/** `unsigned`: there is no signature, or no key to check it with. `forged`: it matches none of the keys. */
type Verdict = 'signed' | 'unsigned' | 'forged';

/** A server appends this to the feed of the version that its admin has pinned. Signed releases never contain it. */
export const rollbackLine = '\nrollback: true\n';

/** Splits off whether the server asks everyone to go back to its version; `text` is the feed as signed. */
export function splitRollback(feed: string): { readonly text: string; readonly isRollback: boolean } {
  const isRollback = feed.endsWith(rollbackLine);
  return { text: isRollback ? feed.slice(0, -rollbackLine.length) : feed, isRollback };
}

/** Verifies a base64 Ed25519 signature of a text. */
export async function judgeSignature(
  text: string,
  signature: string | null,
  keys: readonly string[],
): Promise<Verdict> {
  if (signature === null || keys.length === 0) return 'unsigned';
  const [signed, bytes] = [Buffer.from(signature, 'base64'), Buffer.from(text)];
  for (const key of keys) {
    const trusted = await crypto.subtle.importKey('raw', Buffer.from(key, 'base64'), 'Ed25519', false, [
      'verify',
    ]);
    if (await crypto.subtle.verify('Ed25519', trusted, signed, bytes)) return 'signed';
  }
  return 'forged';
}
