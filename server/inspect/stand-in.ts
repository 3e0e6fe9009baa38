import { type ByteSource, copyRange } from './byte-source.ts';

const headBytes = 512;

/** Why a file is only a stand-in for what its name promises, or null. Continues a sentence after the file's name. */
export function findStandIn(source: ByteSource): string | null {
  if (source.size === 0) return 'is empty. Export it again.';
  const head = copyRange(source, 0, Math.min(headBytes, source.size));
  const text = Buffer.from(head).toString('latin1');
  if (text.startsWith('version https://git-lfs.github.com/spec/'))
    return 'is only a Git LFS pointer. Run "git lfs pull" in its folder.';
  if (/^\s*<(?:!doctype html|html)\b/i.test(text))
    return 'is a web page that was saved under this name. Download the file again.';
  if (head.length === headBytes && head.every((byte) => byte === 0))
    return 'starts with nothing but zeros; it was probably not copied or downloaded completely. Copy it here again.';
  return null;
}
