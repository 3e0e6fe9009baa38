import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

const pieceBytes = 4 * 1024 * 1024;

/** Returns the SHA-256 of a file, piece by piece; browsers hash only whole buffers, and not on plain HTTP. */
export async function hashFile(file: Blob, signal: AbortSignal): Promise<string> {
  const hash = sha256.create();
  for (let at = 0; at < file.size; at += pieceBytes) {
    signal.throwIfAborted();
    hash.update(new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer()));
  }
  return bytesToHex(hash.digest());
}
