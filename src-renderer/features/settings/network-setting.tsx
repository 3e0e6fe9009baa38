import { type FormEvent, useId, useState } from 'react';
import type { DesktopCallInput } from '../../../src-main/platform/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { Notice } from '../../components/notice.tsx';
import { t } from '../../text/text.ts';
import { Managed } from './parts/managed.tsx';
import styles from './parts/settings.module.css';

type NetworkSettingProps = {
  readonly certificateFile: string | null;
  readonly isCertificateManaged: boolean;
  readonly proxyUser: string | null;
  readonly onChooseFile: () => void;
  readonly onForgetFile: () => void;
  readonly onProxySignIn: (signIn: DesktopCallInput<'settings.setProxySignIn'>) => Promise<boolean>;
};

/** What some studios need to reach any server: their own certificate authority, and a proxy with a sign-in. */
export function NetworkSetting({
  certificateFile,
  isCertificateManaged,
  onChooseFile,
  onForgetFile,
  ...proxy
}: NetworkSettingProps) {
  const certificate = (
    <div className={styles.line}>
      <div>
        <div className="field-label">{t('settings.networkSettings.certificate')}</div>
        {certificateFile === null ? (
          <p>{t('settings.networkSettings.certificateNone')}</p>
        ) : (
          <p className={styles.path}>{certificateFile}</p>
        )}
        <p className="field-hint">{t('settings.networkSettings.certificateHint')}</p>
      </div>
      {certificateFile === null ? (
        <Button icon="folder" onClick={onChooseFile}>
          {t('settings.choose')}
        </Button>
      ) : (
        <Button onClick={onForgetFile}>{t('settings.networkSettings.forget')}</Button>
      )}
    </div>
  );
  return (
    <>
      {isCertificateManaged ? <Managed>{certificate}</Managed> : certificate}
      <ProxyForm {...proxy} />
    </>
  );
}

function ProxyForm({ proxyUser, onProxySignIn }: Pick<NetworkSettingProps, 'proxyUser' | 'onProxySignIn'>) {
  const hintId = useId();
  const [user, setUser] = useState(proxyUser ?? '');
  const [password, setPassword] = useState('');
  const [saved, setSaved] = useState<string | null>(null);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const name = user.trim();
    const isSaved = await onProxySignIn(name === '' ? null : { user: name, password });
    setPassword('');
    setSaved(isSaved && name !== '' ? name : null);
  };
  return (
    <form
      className={styles.proxy}
      onSubmit={save}
      aria-label={t('settings.networkSettings.proxy')}
      aria-describedby={hintId}
    >
      <TextField
        label={t('settings.networkSettings.user')}
        autoComplete="off"
        value={user}
        onChange={(event) => setUser(event.target.value)}
      />
      <TextField
        label={t('settings.networkSettings.password')}
        type="password"
        autoComplete="off"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit">{t('settings.networkSettings.save')}</Button>
      <p id={hintId} className="field-hint">
        {t('settings.networkSettings.proxyHint')}
      </p>
      {saved !== null && <Notice tone="good">{t('settings.networkSettings.saved', { user: saved })}</Notice>}
    </form>
  );
}
