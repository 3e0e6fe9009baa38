import type { Library } from '../../../src-main/ipc/contract.ts';
import { Notice } from '../../components/notice.tsx';
import styles from './library.module.css';

export function LibraryProblems({ problems }: { readonly problems: Library['problems'] }) {
  if (problems.length === 0) return null;
  return (
    <Notice tone="warn">
      <strong>
        {problems.length === 1 ? 'One folder needs attention' : `${problems.length} folders need attention`}
      </strong>
      <ul>
        {problems.map(({ path, message }) => (
          <li key={path}>
            <span className={styles.path}>{path}</span> {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
