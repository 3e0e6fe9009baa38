import type { PluginSession } from '../../../server/contract/plugin-auth.ts';
import { formatDateAndTime } from '../../lib/format-date.ts';
import { formatRelativeTime } from '../../lib/format-relative-time.ts';
import { nameProgram } from '../../lib/program-names.ts';
import styles from './approve.module.css';

/** Who asks; every word of it comes from outside and is shown as plain text. */
export function RequestFacts({ request }: { readonly request: PluginSession }) {
  const facts = [
    ['App', `${request.appName} ${request.appVersion}`],
    ['Program', nameProgram(request.pluginFamily)],
    ['Device', request.deviceName],
    ['Address', request.address],
    [
      'Started',
      `${formatDateAndTime(request.startedAt)} (${formatRelativeTime(request.startedAt, Date.now())})`,
    ],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
