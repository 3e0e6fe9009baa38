import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { formatBytes } from '../../lib/format-bytes.ts';
import { t } from '../../text/text.ts';
import { readViewKey } from '../../viewer/view-command.ts';
import type { Viewer } from '../../viewer/viewer.ts';
import { chooseScene, openLocalSource } from './local-source.ts';
import type { Outbox } from './outbox.ts';
import styles from './publish.module.css';

type ModelLookProps = {
  readonly outbox: Outbox;
  /** Scene files of this model if there are several models; empty for all files. */
  readonly scenes: readonly string[];
};

/** The model in 3D, from the files on the user's own computer, before any upload. */
export function ModelLook({ outbox, scenes }: ModelLookProps) {
  const files = useStore(outbox, (state) => state.files);
  const { blobOf } = outbox.getState();
  const present = files.filter(({ relativePath }) => blobOf(relativePath) !== null);
  const own = present.filter(({ relativePath }) => scenes.includes(relativePath));
  const scene = chooseScene(own) ?? (scenes.length > 0 && own.length > 0 ? null : chooseScene(present));
  /** The view restarts only when its files change. */
  const made = present.map(({ relativePath, sizeBytes }) => `${relativePath} ${sizeBytes}`).join('\n');
  const host = useRef<HTMLDivElement>(null);
  const viewer = useRef<Viewer | null>(null);
  const [note, setNote] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same files are the same look
  useEffect(() => {
    if (scene === null || !host.current) return undefined;
    const stopping = new AbortController();
    const { signal } = stopping;
    const local = openLocalSource(scene, present, blobOf);
    const show = async (element: HTMLElement) => {
      setNote(t('publish.look.opening'));
      const { openViewer } = await import('../../viewer/open-viewer.ts');
      signal.throwIfAborted();
      const opened = await openViewer({
        source: local.source,
        host: element,
        isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
        signal,
        onProgress: () => {},
        onMeasure: () => {},
        onLost: ({ message }) => setNote(message),
      });
      if (signal.aborted) return opened.close();
      viewer.current = opened;
      setNote(
        t('publish.look.shown', {
          count: opened.shown.triangles,
          name: scene.relativePath.split('/').at(-1) ?? '',
          size: formatBytes(scene.sizeBytes),
        }),
      );
    };
    show(host.current).catch((error: unknown) => {
      if (!signal.aborted) setNote(error instanceof Error ? error.message : String(error));
    });
    return () => {
      stopping.abort();
      viewer.current?.close();
      viewer.current = null;
      local.close();
    };
  }, [scene?.relativePath, made]);
  if (scene === null)
    return (
      <div className={styles.noLook}>
        <p>{present.length === 0 ? t('publish.look.notHere') : t('publish.look.none')}</p>
      </div>
    );
  return (
    <figure className={styles.look}>
      <div
        ref={host}
        className={styles.canvas}
        role="application"
        aria-label={t('publish.look.label')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes keys as the view of a model's page does
        tabIndex={0}
        onKeyDown={(event) => {
          const command = readViewKey(event);
          if (command === null || viewer.current === null) return;
          event.preventDefault();
          viewer.current.perform(command);
        }}
      />
      <figcaption>
        <span role="status">{note}</span>
      </figcaption>
    </figure>
  );
}
