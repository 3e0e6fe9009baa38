/** `unsigned`: there is no signature, or no key to check it with. `forged`: none of the keys has made it. */
type Verdict = 'signed' | 'unsigned' | 'forged';

/** A server appends this to the feed of the version that its admin pinned. Signed releases do not contain it. */
export const rollbackLine = '\nrollback: true\n';

/** The feed as it was signed, and whether the server asks everybody to go back to its version. */
export function splitRollback(feed: string): { readonly text: string; readonly isRollback: boolean } {
  const isRollback = feed.endsWith(rollbackLine);
  return { text: isRollback ? feed.slice(0, -rollbackLine.length) : feed, isRollback };
}

/** Judges an Ed25519 signature, in base64, of a text. */
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
