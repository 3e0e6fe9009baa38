import type { KeyboardEvent, RefObject } from 'react';
import { Icon, type IconName } from '../../components/icon.tsx';
import { formatBytes } from '../../lib/format-bytes.ts';
import { shortenTriangles } from '../../lib/format-triangles.ts';
import { t } from '../../text/text.ts';
import styles from './file-matrix.module.css';
import {
  countTriangles,
  type MatrixRow,
  moveInMatrix,
  type Place,
  type SceneFile,
  type toMatrix,
} from './store/file-choice.ts';

export type FilePress = {
  readonly label: string;
  readonly bytes: number;
  readonly icon?: IconName | null;
  readonly note?: string | null;
  /** Links elsewhere instead. */
  readonly href?: string;
  readonly isBlocked?: boolean;
  /** If absent, a press shows the file below. */
  readonly onPress?: () => void;
  readonly dragged?: string;
};

type FileMatrixProps = {
  readonly matrix: ReturnType<typeof toMatrix>;
  readonly chosen: Place;
  readonly table: RefObject<HTMLTableElement | null>;
  readonly toPress: (file: SceneFile) => FilePress;
  readonly onChoose: (place: Place) => void;
  /** Called when a press requests the file. */
  readonly onTake: (place: Place) => void;
};

/** Topologies as rows, formats as columns, and in each cell the size of the file that a press downloads. */
export function FileMatrix({ matrix, chosen, table, toPress, onChoose, onTake }: FileMatrixProps) {
  const move = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !/^(Arrow|Home|End)/.test(event.key)) return;
    event.preventDefault();
    const next = moveInMatrix(event.key, matrix.rows, chosen);
    if (next === null) return;
    table.current?.querySelector<HTMLElement>(`[data-cell="${next.lod} ${next.format}"]`)?.focus();
  };
  return (
    <div className={styles.scroller}>
      <table ref={table} className={styles.matrix} aria-label={t('model.matrix.grid')} onKeyDown={move}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('model.topology')}</span>
            </th>
            {matrix.formats.map((format) => (
              <th key={format} scope="col">
                {format.toUpperCase()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {matrix.rows.map(({ topology, cells }) => (
            <tr key={topology.lod}>
              <th scope="row">
                {topology.lod}
                <div className="tiny faint">{describeCount(topology)}</div>
              </th>
              {cells.map((cell) => {
                const isChosen = cell.lod === chosen.lod && cell.format === chosen.format;
                return (
                  <td key={cell.format}>
                    {cell.files.length > 0 && (
                      <Cell
                        {...{ cell, isChosen, toPress }}
                        onFocus={() => onChoose(cell)}
                        onTake={() => onTake(cell)}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function describeCount(topology: MatrixRow['topology']): string {
  const triangles = countTriangles(topology);
  return triangles === null ? t('model.notCounted') : shortenTriangles(triangles);
}

type CellProps = Pick<FileMatrixProps, 'toPress'> & {
  readonly cell: MatrixRow['cells'][number];
  readonly isChosen: boolean;
  readonly onFocus: () => void;
  readonly onTake: () => void;
};

function Cell({ cell, isChosen, toPress, onFocus, onTake }: CellProps) {
  const { files, lod, format } = cell;
  const [file, other] = files;
  if (file === undefined) return null;
  const press = other === undefined ? toPress(file) : toSeveral(cell, toPress);
  const { label, bytes, icon = null, note = null, href, isBlocked = false, onPress, dragged } = press;
  const isMade = files.every(({ derived }) => derived);
  const props = {
    className: styles.cell,
    'data-made': isMade,
    'data-cell': `${lod} ${format}`,
    'aria-current': isChosen,
    tabIndex: isChosen ? 0 : -1,
    title: label,
    onFocus,
    children: (
      <>
        <span className="visually-hidden">{isMade ? t('model.matrix.made', { label }) : label}</span>
        <span aria-hidden="true">{formatBytes(bytes)}</span>
        {(icon !== null || note !== null) && (
          <span aria-hidden="true" className="row middle gap-1 tiny faint">
            {icon !== null && <Icon name={icon} size={12} />} {note}
          </span>
        )}
      </>
    ),
  };
  const take = () => {
    onTake();
    if (!isBlocked) onPress?.();
  };
  if (href !== undefined) return <a href={href} onClick={onTake} {...props} />;
  return (
    <button
      type="button"
      aria-disabled={isBlocked}
      draggable={dragged !== undefined}
      onDragStart={({ dataTransfer }) => dataTransfer.setData('DownloadURL', dragged ?? '')}
      onClick={take}
      {...props}
    />
  );
}

/** A press shows the files below, each with its own button. */
function toSeveral({ files, lod, format }: CellProps['cell'], toPress: CellProps['toPress']): FilePress {
  const presses = files.map(toPress);
  const count = files.length;
  return {
    label: t('model.matrix.several', { number: count, lod, format: format.toUpperCase() }),
    bytes: presses.reduce((sum, { bytes }) => sum + bytes, 0),
    icon: presses[0]?.icon ?? null,
    note: [presses[0]?.note ?? null, t('model.filesCount', { count })]
      .filter((one) => one !== null)
      .join(' · '),
  };
}
