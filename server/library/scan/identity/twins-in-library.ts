import { isArchive } from '../../recognise/scene-files.ts';
import { type Twins, toTwinsName } from '../../recognise/twins.ts';
import type { TwinsAt } from '../create-visits.ts';
import { joinPath } from '../folders/look-at-files.ts';
import type { OpenedArchive } from '../open-archives.ts';

type Parts = {
  readonly open: (place: string) => Promise<OpenedArchive>;
  readonly onOpened: (place: string, opened: OpenedArchive) => void;
  /** Called with an archive that cannot be opened now. */
  readonly onClosed: (place: string, opened: OpenedArchive) => void;
};

/** Tracks the twins that a scan has met. Each set has a path of its own, beside the folders. */
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
    note(folder: string, all: readonly Twins[] = []): readonly string[] {
      return all.map((twins) => {
        const place = joinPath(folder, toTwinsName(twins));
        found.set(place, { folder, twins });
        return place;
      });
    },
    /** Opens the archives among them. If only one member is left, it is no longer a twin, and its path is returned. */
    async open(place: string, { folder, twins }: TwinsAt): Promise<readonly string[] | null> {
      const members: string[] = [];
      for (const name of twins.members) if (await isOpen(joinPath(folder, name))) members.push(name);
      found.set(place, { folder, twins: { ...twins, members } });
      return members.length > 1 ? null : members.map((name) => joinPath(folder, name));
    },
  };
}
