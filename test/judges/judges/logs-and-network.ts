import { isThisMachine, watchNetwork } from '../../helpers/watched-network.ts';
import type { Judge } from '../judge.ts';
import { findSecrets, passSecrets } from '../secrets.ts';
import { wish, withServer } from '../server-on-trial.ts';

export const secretsInLogs: Judge = {
  name: 'Secrets in logs',
  run: () =>
    withServer(async ({ baseUrl, log }) => {
      const secrets = await passSecrets({ baseUrl, wish });
      const text = log();
      const lines = text.split('\n').length;
      const findings = findSecrets(text, secrets).map((secret) => `The log holds the secret ${secret}.`);
      return { figures: `${secrets.length} secrets sought in ${lines} lines at level debug`, findings };
    }),
};

export const noTelemetry: Judge = {
  name: 'No telemetry',
  async run() {
    const network = watchNetwork();
    try {
      await withServer(({ baseUrl }) => passSecrets({ baseUrl, wish }), { env: network.env });
      const contacts = network.contacts();
      const outside = contacts.filter(({ host }) => !isThisMachine(host));
      return {
        figures: `${network.watched()} processes and threads watched, ${contacts.length} contacts`,
        findings: outside.map(({ kind, host, port }) => `It called ${host} ${port} (${kind}).`),
      };
    } finally {
      network.remove();
    }
  },
};
