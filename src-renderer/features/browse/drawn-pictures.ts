import { createStore, type StoreApi } from 'zustand/vanilla';
import { sitePath } from '../../lib/site-path.ts';
import type { Painter } from '../../viewer/create-painter.ts';

export type DrawnPictures = StoreApi<{
  /** Addresses of the pictures that were drawn, by the guid of their model. */
  readonly urls: ReadonlyMap<string, string>;
}> & {
  /** Wants a picture until the returned function is called. */
  want(guid: string): () => void;
};

type Parts = {
  /** Loads the code that draws, which is large. Rejects where nothing can be drawn. */
  readonly loadPainter: () => Promise<Painter>;
  readonly toUrl: (picture: Blob) => string;
  readonly forget: (url: string) => void;
  /** How many pictures are kept. */
  readonly most?: number;
};

/** How long an idle painter keeps the graphics card, in milliseconds. */
const idleTime = 10_000;

/** Pictures of models that have no poster, drawn here from their public 1k GLB: one at a time, the last wanted first. */
export function createDrawnPictures({ loadPainter, toUrl, forget, most = 400 }: Parts): DrawnPictures {
  const store = createStore<{ urls: ReadonlyMap<string, string> }>()(() => ({ urls: new Map() }));
  const wanted = new Map<string, AbortController>();
  /** They have failed, and would again. */
  const hopeless = new Set<string>();
  let painter: Painter | null = null;
  let isOff = false;
  let isDrawing = false;
  let ending: ReturnType<typeof setTimeout> | undefined;

  const keep = (guid: string, picture: Blob) => {
    const urls = new Map(store.getState().urls).set(guid, toUrl(picture));
    const [oldest] = urls;
    if (urls.size > most && oldest) {
      forget(oldest[1]);
      urls.delete(oldest[0]);
    }
    store.setState({ urls });
  };
  const drawOne = async (guid: string, { signal }: AbortController) => {
    try {
      painter ??= await loadPainter();
    } catch {
      isOff = true;
      return;
    }
    const address = `${sitePath}/viewer-asset/${encodeURIComponent(guid)}/glb1k`;
    const source = { address, format: 'glb', relativePath: 'model.glb', siblings: [] };
    try {
      keep(guid, await painter.draw(source, signal));
    } catch {
      if (!signal.aborted) hopeless.add(guid);
    }
    wanted.delete(guid);
  };
  const run = async () => {
    if (isDrawing) return;
    isDrawing = true;
    clearTimeout(ending);
    for (let next = [...wanted].at(-1); next && !isOff; next = [...wanted].at(-1)) await drawOne(...next);
    isDrawing = false;
    ending = setTimeout(() => {
      painter?.release();
      painter = null;
    }, idleTime);
  };
  return {
    ...store,
    want(guid) {
      if (isOff || hopeless.has(guid) || store.getState().urls.has(guid)) return () => undefined;
      const life = new AbortController();
      wanted.set(guid, life);
      void run();
      return () => {
        life.abort();
        if (wanted.get(guid) === life) wanted.delete(guid);
      };
    },
  };
}
