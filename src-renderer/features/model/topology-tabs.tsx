import { type KeyboardEvent, useRef } from 'react';
import type { Lod } from '../../../server/contract/limits.ts';
import { shortenTriangles } from '../../lib/format-triangles.ts';
import { t } from '../../text/text.ts';
import styles from './file-chooser.module.css';
import { countTriangles, listSceneFiles, type Topology } from './store/file-choice.ts';

type TopologyTabsProps = {
  readonly topologies: readonly Topology[];
  readonly chosen: Lod;
  readonly panelId: string;
  readonly onChoose: (lod: Lod) => void;
};

function Triangles({ topology }: { readonly topology: Topology }) {
  const triangles = countTriangles(topology);
  return (
    <span className="faint small">
      {triangles === null ? t('model.notCounted') : shortenTriangles(triangles)}
    </span>
  );
}

export function TopologyTabs({ topologies, chosen, panelId, onChoose }: TopologyTabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const offered = topologies.filter((topology) => listSceneFiles(topology).length > 0);
  const [only] = offered;
  if (only && offered.length === 1)
    return (
      <p id={`${panelId}-${only.lod}`} className={`row baseline gap-3 ${styles.only}`}>
        <span className="large strong">{only.lod}</span>
        <Triangles topology={only} />
      </p>
    );
  const move = (event: KeyboardEvent) => {
    const index = offered.findIndex(({ lod }) => lod === chosen);
    const { length } = offered;
    const places: Readonly<Record<string, number>> = {
      ArrowLeft: (index - 1 + length) % length,
      ArrowRight: (index + 1) % length,
      Home: 0,
      End: length - 1,
    };
    const next = offered[places[event.key] ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next.lod);
    list.current?.querySelector<HTMLElement>(`[data-lod="${next.lod}"]`)?.focus();
  };
  return (
    <div ref={list} role="tablist" className={styles.tabs} aria-label={t('model.topology')} onKeyDown={move}>
      {offered.map((topology) => {
        const isChosen = topology.lod === chosen;
        return (
          <button
            key={topology.lod}
            id={`${panelId}-${topology.lod}`}
            type="button"
            role="tab"
            className={styles.tab}
            data-lod={topology.lod}
            aria-selected={isChosen}
            aria-controls={panelId}
            tabIndex={isChosen ? 0 : -1}
            onClick={() => onChoose(topology.lod)}
          >
            <span className="large strong">{topology.lod}</span>
            <Triangles topology={topology} />
          </button>
        );
      })}
    </div>
  );
}
