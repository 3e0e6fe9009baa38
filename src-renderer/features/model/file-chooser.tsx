import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { ModelDetails } from '../../../server/contract/catalogue/discovery.ts';
import { listObstacles } from '../../../server/contract/catalogue/readability.ts';
import { programNames } from '../../../server/contract/program-names.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { StatePanel } from '../../components/state-panel.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatShare } from '../../lib/format-share.ts';
import { t } from '../../text/text.ts';
import { describePrice } from './download-label.ts';
import styles from './file-chooser.module.css';
import { FileMatrix, type FilePress } from './file-matrix.tsx';
import { type Place, resolveChoice, type SceneFile, toMatrix } from './store/file-choice.ts';
import type { ModelStore } from './store/model-store.ts';
import { findPriceState, type PriceState } from './store/price-state.ts';

const fields = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]';

/** D focuses the selected file, whose price is announced; Enter then starts the download. */
function useDownloadKey(table: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
      if (key.toLowerCase() !== 'd' || ctrlKey || metaKey || altKey || defaultPrevented) return;
      const isWriting = target instanceof Element && target.closest(fields) !== null;
      if (isWriting || document.querySelector('dialog[open]') !== null) return;
      const first = table.current?.querySelector<HTMLElement>('[data-cell][tabindex="0"]');
      first?.focus();
      first?.scrollIntoView({ block: 'nearest' });
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [table]);
}

export type ToPress = (file: SceneFile, price: PriceState) => FilePress;

type FileChooserProps = {
  readonly store: ModelStore;
  readonly details: ModelDetails;
  readonly toPress: ToPress;
  /** Renders the progress of a download, and the actions for the file. */
  readonly renderState: (file: SceneFile, press: FilePress) => ReactNode;
  readonly options: ReactNode;
};

/** Every file, one press away, and below them the selected one. Never downloads another file than the named one. */
export function FileChooser({ store, details, toPress, renderState, options }: FileChooserProps) {
  const table = useRef<HTMLTableElement>(null);
  useDownloadKey(table);
  const { preferredLod, preferredFormat, pricing } = usePicked(
    store,
    'preferredLod',
    'preferredFormat',
    'pricing',
  );
  const { chooseLod, chooseFormat, keepFormat } = store.getState();
  const choice = resolveChoice(details.topologies, preferredLod, preferredFormat);
  if (choice === null)
    return (
      <StatePanel icon="alert" title={t('model.noFiles')}>
        <p>{t('model.noFilesHint')}</p>
      </StatePanel>
    );
  const choose = ({ lod, format }: Place) => {
    chooseLod(lod);
    chooseFormat(format);
  };
  const priceOf = ({ lod }: SceneFile) => findPriceState(lod, details.priceUsd, pricing);
  return (
    <section className={styles.panel} aria-label={t('model.files')}>
      <div className={`row wrap middle between gap-3 ${styles.head}`}>
        <h2 className="strong">{t('model.matrix.title')}</h2>
        {options}
      </div>
      <FileMatrix
        matrix={toMatrix(details.topologies)}
        chosen={choice}
        table={table}
        toPress={(file) => toPress(file, priceOf(file))}
        onChoose={choose}
        onTake={(place) => {
          choose(place);
          keepFormat(place.format);
        }}
      />
      <ul aria-label={t('model.filesOf', { format: choice.format.toUpperCase(), lod: choice.lod })}>
        {choice.files.map((file) => {
          const price = priceOf(file);
          const press = toPress(file, price);
          return (
            <FileRow key={file.relativePath} file={file} price={price} topologies={details.topologies}>
              {choice.files.length > 1 && <PressButton press={press} />}
              {renderState(file, press)}
            </FileRow>
          );
        })}
      </ul>
    </section>
  );
}

/** For one of several files in a cell. */
function PressButton({ press: { label, href, isBlocked, onPress } }: { readonly press: FilePress }) {
  if (href !== undefined) return <LinkButton href={href}>{label}</LinkButton>;
  if (onPress === undefined) return null;
  return (
    <Button disabled={isBlocked} onClick={onPress}>
      {label}
    </Button>
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
        <div className="row wrap middle gap-2 strong small breakable">
          <span>{file.relativePath}</span>
          {file.variant !== null && <span className="tag">{file.variant}</span>}
        </div>
        <div className={`row wrap quiet small ${styles.rowFacts}`}>
          {file.lodFrom && <span>{t(`model.lodFrom.${file.lodFrom}`)}</span>}
          {file.derived && <span>{describeDerived(file.derived, topologies)}</span>}
          {file.supportFilesCount > 0 && <span>{describeSize(file)}</span>}
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

/** Describes a derived file: what it was made from, and how far its surface deviates. */
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
  const size = formatBytes(sizeBytes);
  const supportSize = formatBytes(supportBytes);
  return t('model.sizeWithSupport', { count: supportFilesCount, size, supportSize });
}

/** Describes which apps cannot read a file of a format that they otherwise import. */
export const describeObstacles = ({ format, requires = [] }: Pick<SceneFile, 'format' | 'requires'>) =>
  listObstacles(format, requires).map((obstacle) => {
    const words = { app: programNames[obstacle.app], requirement: obstacle.requirement };
    if (obstacle.package !== undefined)
      return t('model.obstacles.package', { ...words, package: obstacle.package });
    if (obstacle.readFrom !== undefined)
      return t('model.obstacles.version', { ...words, version: obstacle.readFrom });
    return t('model.obstacles.never', words);
  });
