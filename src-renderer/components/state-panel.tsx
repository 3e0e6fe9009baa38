import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './state-panel.module.css';

type StatePanelProps = {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  readonly isAlert?: boolean;
  /** True if it is the whole page, so its title is an h1. */
  readonly isPage?: boolean;
};

/** Fills an empty view, and says what to do. */
export function StatePanel(props: StatePanelProps) {
  const { icon, title, children, actions, isAlert = false, isPage = false } = props;
  const Title = isPage ? 'h1' : 'h2';
  return (
    <div className={styles.panel} role={isAlert ? 'alert' : undefined}>
      <span className={styles.icon}>
        <Icon name={icon} size={28} />
      </span>
      <Title>{title}</Title>
      {children && <div className={`stack gap-1 quiet ${styles.text}`}>{children}</div>}
      {actions && <div className={`row wrap gap-3 ${styles.actions}`}>{actions}</div>}
    </div>
  );
}
