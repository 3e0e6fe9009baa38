import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { OutputOf } from '../../../../server/contract/index.ts';
import type { Api } from '../../../api/api.ts';
import { CopyButton } from '../../../components/copy-button.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { Dialog } from '../../../components/forms/dialog.tsx';
import { useAttempt } from '../../../components/forms/use-attempt.ts';
import { type Fact, FactList } from '../../../components/lists/fact-list.tsx';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { findLicence, toAttribution } from '../../../lib/licence.ts';
import { t } from '../../../text/text.ts';
import styles from './foreign.module.css';

type ForeignModel = OutputOf<'foreignModel'>;
type ForeignFile = ForeignModel['scenes'][number];

export type FileParts = {
  readonly model: ForeignModel;
  readonly file: ForeignFile;
  /** Called if the model has another licence or other terms than those shown. */
  readonly onChanged: () => void;
};

export type ForeignParts = {
  readonly api: Pick<Api<'foreignModel'>, 'call'>;
  readonly renderFile: (parts: FileParts) => ReactNode;
  /** The link to an account; null for signed-in users. */
  readonly signIn: ReactNode;
};

/** Returns the conditions of a known licence in words. */
export function describeLicence(license: string): string {
  const sentence = findLicence(license)?.sentence;
  return sentence === undefined ? license : `${license}: ${sentence}`;
}

type ForeignDialogProps = ForeignParts & {
  readonly model: { readonly guid: string; readonly title: string };
  readonly onClose: () => void;
};

/** A model of another catalogue: its conditions, and below them its exact files. */
export function ForeignDialog({ api, model: { guid, title }, onClose, ...parts }: ForeignDialogProps) {
  const [model, setModel] = useState<ForeignModel | null>(null);
  const [isChanged, setIsChanged] = useState(false);
  const { error, attempt } = useAttempt();
  const read = () => attempt(async () => setModel(await api.call('foreignModel', { guid })));
  const readFirst = useRef(read);
  useEffect(() => void readFirst.current(), []);
  const onChanged = () => {
    setIsChanged(true);
    void read();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {error !== null && <ErrorNotice error={error} onRetry={() => void read()} />}
      {model === null && error === null && <p role="status">{t('browse.loading')}</p>}
      {model !== null && (
        <>
          {isChanged && (
            <p className="notice" data-tone="warn" role="alert">
              {t('model.foreign.changed', { license: model.license })}
            </p>
          )}
          {model.description !== '' && <p className="two-lines">{model.description}</p>}
          <FactList facts={listFacts(model)} />
          <Files model={model} onChanged={onChanged} {...parts} />
        </>
      )}
    </Dialog>
  );
}

const linkTo = (address: string, words: string) => (
  <a href={address} target="_blank" rel="noreferrer">
    {words}
  </a>
);

function listFacts({ license, source }: ForeignModel): readonly Fact[] {
  const { name, address, credit, terms } = source;
  const licence = findLicence(license);
  return [
    [t('model.foreign.source'), linkTo(address, name)],
    [t('model.foreign.credit'), credit],
    [
      t('browse.licence'),
      <>
        {licence === null ? license : linkTo(licence.url, license)}
        {licence !== null && <div className="quiet small">{licence.sentence}</div>}
      </>,
    ],
    [t('model.foreign.terms'), linkTo(terms, t('model.foreign.termsOf', { name }))],
  ];
}

type FilesProps = Pick<ForeignParts, 'renderFile' | 'signIn'> & Omit<FileParts, 'file'>;

function Files({ model, renderFile, signIn, onChanged }: FilesProps) {
  const { title, license, source, scenes } = model;
  const credit = { title, license, attribution: source.credit, canonicalUrl: source.address };
  return (
    <>
      <div>
        <CopyButton variant="plain" text={() => toAttribution(credit)} label={t('model.copyAttribution')} />
      </div>
      {signIn !== null && (
        <div className="stack to-start gap-3">
          <p>{t('model.foreign.signInWhy', { name: source.name })}</p>
          {signIn}
        </div>
      )}
      {scenes.length === 0 && <p>{t('model.foreign.noFiles')}</p>}
      <ul className={styles.files} aria-label={t('model.files')}>
        {scenes.map((file) => (
          <li key={file.relativePath}>
            <div className="small strong breakable">{file.relativePath}</div>
            <div className="small quiet">{describeFile(file)}</div>
            {signIn === null && renderFile({ model, file, onChanged })}
          </li>
        ))}
      </ul>
    </>
  );
}

function describeFile({ format, lod, sizeBytes, supportFilesCount, supportBytes }: ForeignFile): string {
  const size = formatBytes(sizeBytes);
  const more = { count: supportFilesCount, size, supportSize: formatBytes(supportBytes) };
  const whole = supportFilesCount === 0 ? size : t('model.sizeWithSupport', more);
  return [format.toUpperCase(), lod, whole].join(' · ');
}
