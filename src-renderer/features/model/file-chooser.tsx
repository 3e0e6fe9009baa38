import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import type { ModelDetails } from '../../../server/contract/catalogue/discovery.ts';
import { listObstacles } from '../../../server/contract/catalogue/readability.ts';
import { StatePanel } from '../../components/state-panel.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatShare } from '../../lib/format-share.ts';
import { describeTriangles } from '../../lib/format-triangles.ts';
import { programNames } from '../../lib/program-names.ts';
import { t } from '../../text/text.ts';
import { describePrice } from './download-label.ts';
import styles from './file-chooser.module.css';
import { type FileChoice, listSceneFiles, resolveChoice, type SceneFile } from './store/file-choice.ts';
import type { ModelStore } from './store/model-store.ts';
import { findPriceState, type PriceState } from './store/price-state.ts';
import { TopologyTabs } from './topology-tabs.tsx';

const fields = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]';

/** D leads to the first download of a list of files; what it costs is said there, and Enter is what starts it. */
function useDownloadKey(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
      if (key.toLowerCase() !== 'd' || ctrlKey || metaKey || altKey || defaultPrevented) return;
      const isWriting = target instanceof Element && target.closest(fields) !== null;
      if (isWriting || document.querySelector('dialog[open]') !== null) return;
      const first = list.current?.querySelector<HTMLElement>('.button:not(:disabled)');
      first?.focus();
      first?.scrollIntoView({ block: 'nearest' });
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [list]);
}

export type RenderFileAction = (file: SceneFile, price: PriceState, details: ModelDetails) => ReactNode;

type FileChooserProps = {
  readonly store: ModelStore;
  readonly details: ModelDetails;
  readonly renderFileAction: RenderFileAction;
};

/** Topology first, then format, then the exact files: never another file than the one that is named. */
export function FileChooser({ store, details, renderFileAction }: FileChooserProps) {
  const panelId = useId();
  const list = useRef<HTMLUListElement>(null);
  useDownloadKey(list);
  const { preferredLod, preferredFormat, pricing } = usePicked(
    store,
    'preferredLod',
    'preferredFormat',
    'pricing',
  );
  const { chooseLod, chooseFormat } = store.getState();
  const choice = resolveChoice(details.topologies, preferredLod, preferredFormat);
  if (choice === null)
    return (
      <StatePanel icon="alert" title={t('model.noFiles')}>
        <p>{t('model.noFilesHint')}</p>
      </StatePanel>
    );
  const offeredCount = details.topologies.filter((topology) => listSceneFiles(topology).length > 0).length;
  const panel = {
    id: panelId,
    role: offeredCount === 1 ? 'group' : 'tabpanel',
    'aria-labelledby': `${panelId}-${choice.lod}`,
  };
  return (
    <section aria-label={t('model.files')}>
      <TopologyTabs
        topologies={details.topologies}
        chosen={choice.lod}
        panelId={panelId}
        onChoose={chooseLod}
      />
      <div {...panel} className={styles.panel}>
        <FormatChoice formats={choice.formats} chosen={choice.format} onChoose={chooseFormat} />
        <ul
          ref={list}
          aria-label={t('model.filesOf', { format: choice.format.toUpperCase(), lod: choice.lod })}
        >
          {choice.files.map((file) => {
            const price = findPriceState(file.lod, details.priceUsd, pricing);
            return (
              <FileRow key={file.relativePath} file={file} price={price} topologies={details.topologies}>
                {renderFileAction(file, price, details)}
              </FileRow>
            );
          })}
        </ul>
      </div>
    </section>
  );
}

type FormatChoiceProps = {
  readonly formats: FileChoice['formats'];
  readonly chosen: string;
  readonly onChoose: (format: string) => void;
};

function FormatChoice({ formats, chosen, onChoose }: FormatChoiceProps) {
  return (
    <fieldset className={`row wrap gap-2 ${styles.formats}`}>
      <legend className="visually-hidden">{t('model.format')}</legend>
      {formats.map(({ format, count }) => (
        <label key={format} className={styles.format}>
          <input
            type="radio"
            name="format"
            className="visually-hidden"
            checked={format === chosen}
            onChange={() => onChoose(format)}
          />
          {format.toUpperCase()}
          {count > 1 && <span className={styles.formatCount}>{t('model.filesCount', { count })}</span>}
        </label>
      ))}
    </fieldset>
  );
}

type FileRowProps = {
  readonly file: SceneFile;
  readonly price: PriceState;
  readonly topologies: ModelDetails['topologies'];
  readonly children: ReactNode;
};

function FileRow({ file, price, topologies, children }: FileRowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.rowMain}>
        <div className="row wrap middle gap-2 strong breakable">
          {file.fileName}
          {file.variant !== null && <span className="tag">{file.variant}</span>}
        </div>
        <div className="faint tiny mono breakable">{file.relativePath}</div>
        <div className={`row wrap quiet small ${styles.rowFacts}`}>
          {file.triangles !== null && <span>{describeTriangles(file.triangles)}</span>}
          {file.lodFrom && <span>{t(`model.lodFrom.${file.lodFrom}`)}</span>}
          {file.derived && <span>{describeDerived(file.derived, topologies)}</span>}
          <span>{describeSize(file)}</span>
          <span className={styles.priceState} data-kind={price.kind}>
            {describePrice(price)}
          </span>
        </div>
        {describeObstacles(file).map((sentence) => (
          <p key={sentence} className={styles.obstacle}>
            {sentence}
          </p>
        ))}
      </div>
      <div className={`stack to-start gap-2 shrinkable ${styles.action}`}>{children}</div>
    </li>
  );
}

/** That it is not an original: what it was made from, and how far its surface is from that. */
function describeDerived(
  { from, deviation, texturesByName = false }: NonNullable<SceneFile['derived']>,
  topologies: ModelDetails['topologies'],
): string {
  const source = topologies.find(({ files }) => files.some(({ sha256 }) => sha256 === from));
  const made = source ? t('model.madeFrom', { lod: source.lod }) : t('model.madeFromAnother');
  return [
    made,
    ...(deviation === 0 ? [] : [t('model.madeDeviation', { share: formatShare(deviation) })]),
    ...(texturesByName ? [t('model.madeByName')] : []),
  ].join(', ');
}

function describeSize({ sizeBytes, supportFilesCount, supportBytes }: SceneFile): string {
  if (supportFilesCount === 0) return formatBytes(sizeBytes);
  const size = formatBytes(sizeBytes);
  const supportSize = formatBytes(supportBytes);
  return t('model.sizeWithSupport', { count: supportFilesCount, size, supportSize });
}

/** Which programs cannot read a file of a format that they import otherwise, each in a sentence. */
export const describeObstacles = ({ format, requires = [] }: Pick<SceneFile, 'format' | 'requires'>) =>
  listObstacles(format, requires).map((obstacle) => {
    const words = { app: programNames[obstacle.app], requirement: obstacle.requirement };
    if (obstacle.package !== undefined)
      return t('model.obstacles.package', { ...words, package: obstacle.package });
    if (obstacle.readFrom !== undefined)
      return t('model.obstacles.version', { ...words, version: obstacle.readFrom });
    return t('model.obstacles.never', words);
  });
