import { useEffect, useState } from 'react';
import type { KeptVersion } from '../../../../server/contract/publish.ts';
import { Button } from '../../../components/button.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { Dialog } from '../../../components/forms/dialog.tsx';
import { useAttempt } from '../../../components/forms/use-attempt.ts';
import { Notice } from '../../../components/notice.tsx';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { formatDateAndTime } from '../../../lib/format-date.ts';
import { t } from '../../../text/text.ts';
import type { AdminApi } from '../admin-api.ts';

type ModelVersionsProps = {
  readonly api: AdminApi;
  readonly guid: string;
  readonly title: string;
  /** Called when the model has left the catalogue. */
  readonly onDeleted: () => void;
  readonly onClose: () => void;
};

const bytesOf = ({ files }: KeptVersion) => files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

export function ModelVersions({ api, guid, title, onDeleted, onClose }: ModelVersionsProps) {
  const { isBusy, error, attempt } = useAttempt();
  const [versions, setVersions] = useState<readonly KeptVersion[] | null>(null);
  const [isSure, setIsSure] = useState(false);
  const [note, setNote] = useState('');
  const load = async () => setVersions((await api.call('keptVersions', { guid })).versions);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the model
  useEffect(() => void attempt(load), [guid]);
  const clean = (what: 'earlier' | 'all') =>
    attempt(async () => {
      const { versions: count } = await api.call('cleanPublished', { guid, what });
      if (what === 'all') return onDeleted();
      setNote(t('admin.models.versions.deleted', { count }));
      await load();
    });
  const isOfLibrary = error?.code === 'MODEL_NOT_FOUND';
  return (
    <Dialog title={t('admin.models.versions.titleOf', { title })} onClose={onClose}>
      {isOfLibrary && <p>{t('admin.models.versions.ofLibrary')}</p>}
      {error !== null && !isOfLibrary && <ErrorNotice error={error} />}
      {note !== '' && <Notice tone="good">{note}</Notice>}
      {versions !== null && (
        <>
          {versions.length === 0 && <p>{t('admin.models.versions.none')}</p>}
          <ol className="stack gap-3">
            {versions.map((kept) => (
              <li key={kept.version} className="stack">
                <span>{t('admin.models.versions.version', { version: kept.version })}</span>
                <span className="faint small">
                  {t('admin.models.versions.facts', {
                    date: formatDateAndTime(kept.replacedAt),
                    count: kept.files.length,
                    size: formatBytes(bytesOf(kept)),
                  })}
                </span>
              </li>
            ))}
          </ol>
          <p className="faint small">{t('admin.models.versions.hint')}</p>
          <div className="row wrap middle gap-3">
            <Button disabled={isBusy || versions.length === 0} onClick={() => void clean('earlier')}>
              {t('admin.models.versions.clean', { count: versions.length })}
            </Button>
            <Button variant="danger" disabled={isBusy} onClick={() => setIsSure(true)}>
              {t('admin.models.versions.deleteAll')}
            </Button>
          </div>
          {isSure && (
            <Notice tone="warn">
              <p>{t('admin.models.versions.deleteAllHint')}</p>
              <Button variant="danger" disabled={isBusy} onClick={() => void clean('all')}>
                {t('admin.models.versions.deleteAllConfirm', { title })}
              </Button>
            </Notice>
          )}
        </>
      )}
    </Dialog>
  );
}
