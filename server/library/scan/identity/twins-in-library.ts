import { isArchive } from '../../recognise/scene-files.ts';
import { type Twins, toTwinsName } from '../../recognise/twins.ts';
import type { TwinsAt } from '../create-visits.ts';
import { joinPath } from '../folders/look-at-files.ts';
import type { OpenedArchive } from '../open-archives.ts';

type Parts = {
  readonly open: (place: string) => Promise<OpenedArchive>;
  readonly onOpened: (place: string, opened: OpenedArchive) => void;
  /** Hears of an archive that cannot be opened now. */
  readonly onClosed: (place: string, opened: OpenedArchive) => void;
};

/** Knows the twins that a scan has met: each is its own place, next to the folders. */
export function createTwins({ open, onOpened, onClosed }: Parts) {
  const found = new Map<string, TwinsAt>();

  async function isOpen(place: string): Promise<boolean> {
    if (!isArchive(place)) return true;
    const opened = await open(place);
    const isUsable = opened.kind === 'none' || opened.kind === 'open';
    (isUsable ? onOpened : onClosed)(place, opened);
    return isUsable;
  }

  return {
    at: (place: string): TwinsAt | null => found.get(place) ?? null,
    /** The places of twins in a folder. */
    note(folder: string, all: readonly Twins[] = []): readonly string[] {
      return all.map((twins) => {
        const place = joinPath(folder, toTwinsName(twins));
        found.set(place, { folder, twins });
        return place;
      });
    },
    /** Opens the archives among them; answers with the place of the only one that is left, which is no longer a twin. */
    async open(place: string, { folder, twins }: TwinsAt): Promise<readonly string[] | null> {
      const members: string[] = [];
      for (const name of twins.members) if (await isOpen(joinPath(folder, name))) members.push(name);
      found.set(place, { folder, twins: { ...twins, members } });
      return members.length > 1 ? null : members.map((name) => joinPath(folder, name));
    },
  };
}
