import { statfs } from 'node:fs/promises';
import { AppError } from '../../server/contract/errors.ts';
import { formatBytes } from './disk.ts';

/** What one download will still write to the disk of its library. */
export type Hold = {
  /** Replaces the claim before it. Throws INSUFFICIENT_STORAGE with both sizes if that does not fit next to the others. */
  readonly claim: (neededBytes: number, title: string) => Promise<void>;
  /** So much of the claim is on the disk now. */
  readonly spend: (writtenBytes: number) => void;
  readonly release: () => void;
};

export type Space = {
  readonly open: (library: string) => Hold;
  /** Free bytes, whoever will take them. */
  readonly readFree: (library: string) => Promise<number>;
};

type Claim = { readonly library: string; neededBytes: number; writtenBytes: number };

/** Free space as downloads share it: no two of them count on the same bytes. */
export function createSpace(): Space {
  const claims = new Set<Claim>();

  function countHeld(library: string, except: Claim): number {
    let bytes = 0;
    for (const claim of claims)
      if (claim !== except && claim.library === library)
        bytes += Math.max(0, claim.neededBytes - claim.writtenBytes);
    return bytes;
  }

  /** Those who ask while another question is open share it: on a share that hangs, each holds a thread. */
  const asking = new Map<string, Promise<number>>();
  function readFreeOnce(library: string): Promise<number> {
    const answer = asking.get(library) ?? readFree(library).finally(() => asking.delete(library));
    asking.set(library, answer);
    return answer;
  }

  async function readFree(library: string): Promise<number> {
    const { bavail, bsize } = await statfs(library);
    return bavail * bsize;
  }

  function open(library: string): Hold {
    const own: Claim = { library, neededBytes: 0, writtenBytes: 0 };
    return {
      async claim(neededBytes, title) {
        const freeBytes = Math.max(0, (await readFree(library)) - countHeld(library, own));
        if (freeBytes < neededBytes) throw tooLarge({ library, neededBytes, freeBytes, title });
        own.neededBytes = neededBytes;
        own.writtenBytes = 0;
        claims.add(own);
      },
      spend(writtenBytes) {
        own.writtenBytes = writtenBytes;
      },
      release: () => void claims.delete(own),
    };
  }

  return { open, readFree: readFreeOnce };
}

type Shortage = {
  readonly library: string;
  readonly neededBytes: number;
  readonly freeBytes: number;
  readonly title: string;
};

const tooLarge = ({ library, neededBytes, freeBytes, title }: Shortage) =>
  new AppError(
    'INSUFFICIENT_STORAGE',
    `“${title}” needs ${formatBytes(neededBytes)}, but the disk with ${library} has only ${formatBytes(freeBytes)} free. Free some space or choose another library folder in Settings, then try again.`,
    { details: { neededBytes, freeBytes } },
  );
