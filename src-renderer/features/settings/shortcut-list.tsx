import styles from './settings.module.css';

export type Shortcut = { readonly label: string; readonly keys: string };

export function ShortcutList({ shortcuts }: { readonly shortcuts: readonly Shortcut[] }) {
  return (
    <dl className={styles.shortcuts}>
      {shortcuts.map(({ label, keys }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <kbd>{keys}</kbd>
          </dd>
        </div>
      ))}
    </dl>
  );
}
