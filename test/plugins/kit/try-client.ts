import { type KitServer, startKitStage } from './kit-stage.ts';
import { trials } from './kit-trials.ts';

export type Finding = {
  readonly name: string;
  /** Empty where it held. */
  readonly why: string;
};

type Client = {
  readonly command: readonly string[];
  readonly format: string;
  readonly onFinding?: (finding: Finding) => void;
};

/** Starts a command on every fault of a server, one after the other. */
export async function tryClient(
  server: KitServer,
  { command, format, onFinding = () => {} }: Client,
): Promise<readonly Finding[]> {
  const stage = await startKitStage(server, command, format);
  const findings: Finding[] = [];
  try {
    for (const { name, run } of trials) {
      const finding = { name, why: await run(stage) };
      stage.fault.set('none');
      stage.overlay.clear();
      findings.push(finding);
      onFinding(finding);
    }
    return findings;
  } finally {
    stage.remove();
  }
}
