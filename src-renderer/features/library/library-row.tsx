import { memo } from 'react';
import type { OwnNotes } from '../../../src-main/platform/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Poster, SmallPoster } from '../../components/poster.tsx';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatDate } from '../../lib/format-date.ts';
import { t } from '../../text/text.ts';
import styles from './library-grid.module.css';
import type { LibraryModel } from './store/find-in-library.ts';
import { factsOf, type LibraryView } from './store/library-rows.ts';

type LibraryRowProps = {
  readonly view: LibraryView;
  readonly row: number;
  readonly columns: number;
  readonly models: readonly LibraryModel[];
  readonly outdated: ReadonlySet<string>;
  /** By guid. */
  readonly notes: ReadonlyMap<string, OwnNotes>;
  readonly chosen: ReadonlySet<string>;
  /** The only cell in the tab order, or -1. */
  readonly activeIndex: number;
  readonly top: number;
  readonly height: number;
  readonly hrefOf: (guid: string) => string;
};

/** One row of the pool; scrolling reuses it for another row's models. */
export const LibraryRow = memo(function LibraryRow(props: LibraryRowProps) {
  const { view, row, columns, models, outdated, notes, chosen, activeIndex, top, height, hrefOf } = props;
  const first = row * columns;
  const shown = models.slice(first, first + columns);
  const style = {
    height,
    transform: `translateY(${top}px)`,
    ...(view === 'grid' && { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }),
  };
  const cellOf = (model: LibraryModel, index: number) => ({
    model,
    index,
    href: hrefOf(model.guid),
    isOutdated: outdated.has(model.guid),
    tags: notes.get(model.guid)?.tags ?? noTags,
    isChosen: chosen.has(model.guid),
    isActive: index === activeIndex,
  });
  const [only] = shown;
  if (view === 'list')
    return only === undefined ? null : <Line {...cellOf(only, first)} row={row} style={style} />;
  return (
    <div role="row" tabIndex={-1} aria-rowindex={row + 1} className={styles.row} style={style}>
      {[...shown.entries()].map(([column, model]) => (
        <Card key={column} {...cellOf(model, first + column)} />
      ))}
    </div>
  );
});

type CellProps = {
  readonly model: LibraryModel;
  readonly index: number;
  readonly href: string;
  readonly isOutdated: boolean;
  /** The user's own tags. */
  readonly tags: readonly string[];
  readonly isChosen: boolean;
  readonly isActive: boolean;
};

/** Names a card for screen readers: its facts in order, without the actions. */
function nameOf(model: LibraryModel, isOutdated: boolean, tags: readonly string[]): string {
  const { lods, formats, missing, edited } = factsOf(model);
  return [
    ...[model.title, lods.join(' · '), formats.join(' · ').toUpperCase(), formatBytes(model.sizeBytes)],
    ...(missing > 0 ? [t('library.filters.missing')] : []),
    ...(isOutdated ? [t('library.filters.outdated')] : []),
    ...(edited > 0 ? [t('library.filters.edited')] : []),
    ...tags,
  ].join(', ');
}

const Card = memo(function Card({ model, index, href, isOutdated, tags, isChosen, isActive }: CellProps) {
  const { lods, formats } = factsOf(model);
  return (
    <div
      role="gridcell"
      className={styles.card}
      draggable
      data-index={index}
      aria-selected={isChosen}
      aria-label={nameOf(model, isOutdated, tags)}
      tabIndex={isActive ? 0 : -1}
    >
      <div className={styles.picture}>
        <Poster
          category=""
          url={toPoster(model.guid, 'medium')}
          sketchUrl={toPoster(model.guid, 'sketch')}
          isInView
        />
      </div>
      <div className={`stack rigid tiny ${styles.caption}`}>
        <Title model={model} href={href} />
        <div className="row gap-3 quiet one-line">
          <span>{` ${lods.join(' · ')}`}</span>
          <span className="grow shrinkable truncate">{` ${formats.join(' · ').toUpperCase()}`}</span>
          <span>{` ${formatBytes(model.sizeBytes)} `}</span>
        </div>
      </div>
      <Marks {...{ model, isOutdated, tags }} />
      <MenuButton title={model.title} />
    </div>
  );
});

const Line = memo(function Line(
  props: CellProps & {
    readonly row: number;
    readonly style: { readonly height: number; readonly transform: string };
  },
) {
  const { model, index, href, isOutdated, tags, isChosen, isActive, row, style } = props;
  const { lods, formats } = factsOf(model);
  const cells = [
    ['topologies', lods.join(' · ')],
    ['formats', formats.join(' · ').toUpperCase()],
    ['licence', model.license],
    ['version', String(model.version)],
    ['size', formatBytes(model.sizeBytes)],
    ['downloaded', formatDate(model.downloadedAt)],
  ] as const;
  return (
    <div
      role="row"
      className={styles.line}
      draggable
      style={style}
      data-index={index}
      aria-rowindex={row + 1}
      aria-selected={isChosen}
      tabIndex={isActive ? 0 : -1}
    >
      <div role="gridcell" tabIndex={-1} data-column="title">
        <span className={styles.thumbnail}>
          <SmallPoster guid={model.guid} />
        </span>
        <Title model={model} href={href} />
        <Marks {...{ model, isOutdated, tags }} />
      </div>
      {cells.map(([name, value]) => (
        <div key={name} role="gridcell" tabIndex={-1} data-column={name} title={value}>
          {value}
        </div>
      ))}
      <div role="gridcell" tabIndex={-1} data-column="menu">
        <MenuButton title={model.title} />
      </div>
    </div>
  );
});

const noTags: readonly string[] = [];
const toPoster = (guid: string, size: string) => `/posters/${encodeURIComponent(guid)}/${size}`;

function Title({ model, href }: { readonly model: LibraryModel; readonly href: string }) {
  return (
    <a
      href={href}
      className={`plain-link strong truncate ${styles.title}`}
      title={model.title}
      tabIndex={-1}
      draggable={false}
    >
      {model.title}
    </a>
  );
}

/** The grid handles clicks, and finds the model by its cell. */
function MenuButton({ title }: { readonly title: string }) {
  return (
    <Button
      variant="quiet"
      icon="more"
      className={styles.menuButton}
      aria-label={t('library.menuOf', { title })}
      aria-haspopup="menu"
      tabIndex={-1}
    />
  );
}

function Marks({ model, isOutdated, tags }: Pick<CellProps, 'model' | 'isOutdated' | 'tags'>) {
  const { missing, edited } = factsOf(model);
  if (missing + edited + tags.length === 0 && !isOutdated) return null;
  return (
    <span className={styles.marks}>
      {missing > 0 && (
        <span
          className={styles.mark}
          data-kind="missing"
          title={t('library.filesMissing', { count: missing })}
        >
          <Icon name="alert" size={12} /> {`${t('library.filters.missing')} `}
        </span>
      )}
      {isOutdated && (
        <span className={styles.mark} data-kind="outdated">
          {`${t('library.filters.outdated')} `}
        </span>
      )}
      {edited > 0 && (
        <span className={styles.mark} title={t('library.filesEdited', { count: edited })}>
          {`${t('library.filters.edited')} `}
        </span>
      )}
      {tags.length > 0 && (
        <span className={styles.mark} data-kind="tags" title={tags.join(', ')}>
          <Icon name="tag" size={12} /> <span className="truncate">{tags.join(', ')}</span>
        </span>
      )}
    </span>
  );
}
