import styles from './shell.module.css';

/** A compass needle in a stone of six sides. */
export function Logo() {
  return (
    <svg
      className={styles.logo}
      viewBox="0 0 24 24"
      width="26"
      height="26"
      aria-hidden="true"
      focusable="false"
    >
      <path className={styles.stone} d="M12 1.5 21.5 7v10L12 22.5 2.5 17V7z" />
      <path className={styles.north} d="M16.5 5.5 13.8 13.8 10.2 10.2z" />
      <path className={styles.south} d="M7.5 18.5 13.8 13.8 10.2 10.2z" />
    </svg>
  );
}
