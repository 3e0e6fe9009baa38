import type { ReactNode } from 'react';
import { t } from '../../../text/text.ts';
import styles from './settings.module.css';

/** Settings locked by the organisation: visible, but disabled. */
export function Managed({ children }: { readonly children: ReactNode }) {
  return (
    <fieldset className={styles.managed} disabled>
      <p className="field-hint">{t('settings.managed')}</p>
      {children}
    </fieldset>
  );
}
