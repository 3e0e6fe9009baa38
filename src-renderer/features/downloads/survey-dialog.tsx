import { useEffect, useState } from 'react';
import type {
  LibraryPlace,
  Survey,
  SurveyFile,
  SurveyWish,
} from '../../../src-main/platform/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import dialogStyles from '../../components/forms/dialog.module.css';
import { Dialog } from '../../components/forms/dialog.tsx';
import { SelectField } from '../../components/forms/select-field.tsx';
import { type Column, DataTable } from '../../components/lists/data-table.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { Said } from '../../components/said.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatUsd } from '../../lib/format-price.ts';
import { t } from '../../text/text.ts';
import { LibraryChoice } from './library-choice.tsx';
import styles from './survey-dialog.module.css';
import type { SurveyStore } from './survey-store.ts';
import { findObstacle, listSums, sortFiles } from './survey-sums.ts';

type SurveyDialogProps = {
  readonly store: SurveyStore;
  readonly models: SurveyWish['models'];
  /** Formats that some of the models have; the first is preselected. */
  readonly formats: readonly string[];
  readonly lods: readonly SurveyWish['lod'][];
  readonly places: readonly LibraryPlace[];
  readonly onClose: () => void;
  /** Called once the downloads are in the list. */
  readonly onAdded: () => void;
};

/** Many models in one format and topology: first a list of what there is, then one confirmation. */
export function SurveyDialog({ store, models, formats, lods, places, onClose, onAdded }: SurveyDialogProps) {
  const [format, setFormat] = useState(formats[0] ?? '');
  const [lod, setLod] = useState(lods[0] ?? 'source');
  const [library, setLibrary] = useState<string | null>(null);
  const { survey, error, isConfirming } = usePicked(store, 'survey', 'error', 'isConfirming');
  const { start, cancel, confirm } = store.getState();
  useEffect(() => {
    if (format !== '') void start({ models, format, lod, ...(library !== null && { library }) });
  }, [start, models, format, lod, library]);
  const close = () => {
    void cancel();
    onClose();
  };
  const obstacle = survey?.status === 'ready' ? findObstacle(survey) : null;
  const isReady = survey?.status === 'ready' && obstacle === null;
  const add = async () => {
    if (await confirm()) onAdded();
  };
  return (
    <Dialog title={t('downloads.survey.title')} onClose={close}>
      <div className={styles.choices}>
        <SelectField
          label={t('downloads.survey.format')}
          value={format}
          options={formats.map((one) => [one, one.toUpperCase()])}
          onChoose={setFormat}
        />
        <SelectField
          label={t('downloads.survey.lod')}
          value={lod}
          options={lods.map((one) => [one, one])}
          onChoose={setLod}
        />
        <LibraryChoice places={places} value={library ?? places[0]?.folder ?? ''} onChoose={setLibrary} />
      </div>
      {survey !== null && <Findings survey={survey} />}
      {obstacle !== null && (
        <p className="warn" role="alert">
          {obstacle}
        </p>
      )}
      {error !== null && <ErrorNotice error={error} />}
      <p className="faint tiny">{t('downloads.survey.exact')}</p>
      <div className={dialogStyles.actions}>
        <Button onClick={close}>{t('common.cancel')}</Button>
        <Button
          variant="primary"
          icon="downloads"
          disabled={!isReady || isConfirming}
          onClick={() => void add()}
        >
          {isReady ? describeConfirm(survey) : t('downloads.survey.confirm')}
        </Button>
      </div>
    </Dialog>
  );
}

function describeConfirm({ files, priceUsd }: Survey): string {
  const count = files.filter(({ state }) => state === 'wanted').length;
  if (priceUsd === 0) return t('downloads.survey.confirmFree', { count });
  return t('downloads.survey.confirmFor', { count, price: formatUsd(priceUsd) });
}

function Findings({ survey }: { readonly survey: Survey }) {
  const { status, looked, total, error } = survey;
  if (status === 'failed')
    return (
      <p className="warn" role="alert">
        {error && <Said>{error}</Said>}
      </p>
    );
  if (status === 'looking')
    return (
      <div className="stack gap-2 quiet small" role="status">
        <ProgressBar
          label={t('downloads.survey.looking')}
          value={total === null ? null : looked / Math.max(1, total)}
        />
        {total === null
          ? t('downloads.survey.looking')
          : t('downloads.survey.looked', { looked, count: total })}
      </div>
    );
  return (
    <>
      <dl className={styles.sums}>
        {listSums(survey).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <FileTable survey={survey} />
    </>
  );
}

const listColumns = (): readonly Column<SurveyFile>[] => [
  { label: t('downloads.survey.model'), cell: ({ title }) => title },
  {
    label: t('downloads.survey.state'),
    kind: 'short',
    cell: ({ state }) => t(`downloads.survey.states.${state}`),
  },
  {
    label: t('downloads.survey.size'),
    kind: 'number',
    cell: ({ state, sizeBytes }) => (state === 'absent' ? '' : formatBytes(sizeBytes)),
  },
  {
    label: t('downloads.survey.price'),
    kind: 'number',
    cell: ({ state, priceUsd }) => (state === 'wanted' && priceUsd > 0 ? formatUsd(priceUsd) : ''),
  },
];
const mostRows = 200;

function FileTable({ survey: { files } }: { readonly survey: Survey }) {
  const label = t('downloads.survey.list');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.list} tabIndex={0} aria-label={label}>
      <DataTable
        label={label}
        columns={listColumns()}
        rows={sortFiles(files).slice(0, mostRows)}
        keyOf={({ guid, relativePath }) => `${guid} ${relativePath ?? ''}`}
      />
      {files.length > mostRows && (
        <p className="faint tiny">{t('downloads.survey.more', { count: files.length - mostRows })}</p>
      )}
    </section>
  );
}
