import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const stepBytes = 1024 * 1024;

/** Goes through bytes so that other work has its turn in between: a chunk of 8 MiB would hold it up for a tenth of a second. */
async function inSteps<T>(bytes: Buffer, visit: (piece: Buffer) => T): Promise<T[]> {
  const results: T[] = [];
  for (let at = 0; at < bytes.length; at += stepBytes) {
    if (at > 0) await new Promise((resolve) => setImmediate(resolve));
    results.push(visit(bytes.subarray(at, at + stepBytes)));
  }
  return results;
}

/** A leaf as both sides know it: the key of their ticket, and which leaf of which file. */
export type LeafSeal = { readonly key: Buffer; readonly sha256: string; readonly index: number };

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
/** How much longer a sealed leaf is: a nonce before it, and a tag behind it. */
export const sealBytes = nonceBytes + tagBytes;

/** What is sealed for one place of a file opens at no other. */
const nameOf = ({ sha256, index }: LeafSeal) => Buffer.from(`${sha256}/${index}`);

export async function sealLeaf(seal: LeafSeal, content: Buffer): Promise<Buffer> {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, seal.key, nonce).setAAD(nameOf(seal));
  const sealed = await inSteps(content, (piece) => cipher.update(piece));
  return Buffer.concat([nonce, ...sealed, cipher.final(), cipher.getAuthTag()]);
}

/** Throws for what was not sealed with this key, for this leaf. */
export async function openLeaf(seal: LeafSeal, sealed: Buffer): Promise<Buffer> {
  const decipher = createDecipheriv(algorithm, seal.key, sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(nameOf(seal)).setAuthTag(sealed.subarray(-tagBytes));
  const opened = await inSteps(sealed.subarray(nonceBytes, -tagBytes), (piece) => decipher.update(piece));
  return Buffer.concat([...opened, decipher.final()]);
}

/** The SHA-256 of a leaf, in hex. */
export async function hashLeaf(content: Buffer): Promise<string> {
  const hash = createHash('sha256');
  await inSteps(content, (piece) => hash.update(piece));
  return hash.digest('hex');
}
