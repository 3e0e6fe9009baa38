import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { ModelRecord } from '../../../../server/contract/catalogue/discovery.ts';
import { Poster } from '../../../components/poster.tsx';
import { createDrawnPictures } from './drawn-pictures.ts';

/**
 * Milliseconds before a picture is rendered here, which skips cards that scroll past and those whose poster is about to
 * arrive. With a sketch, the delay is longer, as the renderer is larger than the rest of the page.
 */
const settled = { bare: 1200, withSketch: 10_000 } as const;

export const drawnPictures = createDrawnPictures({
  loadPainter: async (pixels) => (await import('../../../viewer/create-painter.ts')).createPainter(pixels),
  toUrl: (picture) => URL.createObjectURL(picture),
  forget: (url) => URL.revokeObjectURL(url),
});

type CardPictureProps = {
  readonly model: ModelRecord;
  readonly isFirst: boolean;
  readonly isLarge: boolean;
};

/** The poster of a model, or a picture rendered here if it has none. */
export function CardPicture({ model, isFirst, isLarge }: CardPictureProps) {
  const { guid, version, category, previewMediumUrl, previewSmallUrl, sketchUrl, glb1kUrl } = model;
  const isLacking = previewMediumUrl === null && glb1kUrl !== null;
  const drawn = useStore(drawnPictures, ({ urls }) => (isLacking ? (urls.get(guid) ?? null) : null));
  const isWanted = isLacking && drawn === null;
  const delay = sketchUrl === null ? settled.bare : settled.withSketch;
  useEffect(() => {
    if (!isWanted) return;
    let leave = () => {};
    const waiting = setTimeout(() => {
      leave = drawnPictures.want({ guid, version });
    }, delay);
    return () => {
      clearTimeout(waiting);
      leave();
    };
  }, [guid, version, isWanted, delay]);
  return (
    <Poster
      {...{ category, sketchUrl, isFirst, isLarge }}
      url={previewMediumUrl ?? drawn}
      smallUrl={previewSmallUrl}
      isInView
    />
  );
}
