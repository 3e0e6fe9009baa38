import { type ReactNode, useId } from 'react';
import { useStore } from 'zustand';
import type { ModelDetails } from '../../../server/contract/discovery.ts';
import { StatePanel } from '../../components/state-panel.tsx';
import { resolveChoice, type SceneFile } from './file-choice.ts';
import styles from './file-chooser.module.css';
import { FileRow } from './file-row.tsx';
import { FormatChoice } from './format-choice.tsx';
import type { ModelStore } from './model-store.ts';
import { findPriceState, type PriceState } from './price-state.ts';
import { TopologyTabs } from './topology-tabs.tsx';

export type RenderFileAction = (file: SceneFile, price: PriceState, details: ModelDetails) => ReactNode;

type FileChooserProps = {
  readonly store: ModelStore;
  readonly details: ModelDetails;
  readonly renderFileAction: RenderFileAction;
};

/** Topology first, then format, then the exact files: never another file than the one that is named. */
export function FileChooser({ store, details, renderFileAction }: FileChooserProps) {
  const panelId = useId();
  const { preferredLod, preferredFormat, pricing, chooseLod, chooseFormat } = useStore(store);
  const choice = resolveChoice(details.topologies, preferredLod, preferredFormat);
  if (choice === null)
    return (
      <StatePanel icon="alert" title="No scene files">
        <p>This model has no file that a program could open. Choose another model.</p>
      </StatePanel>
    );
  return (
    <section aria-label="Files">
      <TopologyTabs
        topologies={details.topologies}
        chosen={choice.lod}
        panelId={panelId}
        onChoose={chooseLod}
      />
      <div id={panelId} role="tabpanel" className={styles.panel} aria-labelledby={`${panelId}-${choice.lod}`}>
        <FormatChoice formats={choice.formats} chosen={choice.format} onChoose={chooseFormat} />
        <ul className={styles.list} aria-label={`${choice.format.toUpperCase()} files of ${choice.lod}`}>
          {choice.files.map((file) => {
            const price = findPriceState(file.lod, details.priceUsd, pricing);
            return (
              <FileRow key={file.relativePath} file={file} price={price}>
                {renderFileAction(file, price, details)}
              </FileRow>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
