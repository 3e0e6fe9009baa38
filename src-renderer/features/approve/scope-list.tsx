import type { PluginSession } from '../../../server/contract/plugin-auth.ts';
import styles from './approve.module.css';
import type { RequestedScope } from './approve-store.ts';

type ScopeListProps = {
  readonly scopes: PluginSession['scopes'];
  readonly ticked: ReadonlySet<RequestedScope>;
  readonly onToggle: (scope: RequestedScope) => void;
};

export function ScopeList({ scopes, ticked, onToggle }: ScopeListProps) {
  return (
    <fieldset className={styles.scopes}>
      <legend>It may</legend>
      {scopes.map(({ scope, sentence }) => (
        <label key={scope} className={styles.scope}>
          <input type="checkbox" checked={ticked.has(scope)} onChange={() => onToggle(scope)} />
          <span>{sentence}</span>
        </label>
      ))}
    </fieldset>
  );
}
