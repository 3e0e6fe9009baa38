import { t } from '../text/text.ts';
import { Button } from './button.tsx';
import styles from './dialog.module.css';

type FormActionsProps = {
  /** The button that sends the form. */
  readonly action: string;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
  readonly variant?: 'primary' | 'danger';
};

/** How a form in a dialog ends. */
export const FormActions = ({ action, isBusy, onCancel, variant = 'primary' }: FormActionsProps) => (
  <div className={styles.actions}>
    <Button onClick={onCancel}>{t('common.cancel')}</Button>
    <Button type="submit" variant={variant} disabled={isBusy}>
      {action}
    </Button>
  </div>
);
