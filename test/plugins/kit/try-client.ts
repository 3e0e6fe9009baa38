import { startKitStage } from './kit-stage.ts';
import { trials } from './kit-trials.ts';

export type Finding = {
  readonly name: string;
  /** Empty where it held. */
  readonly why: string;
};

/** Starts a command on every fault, one after the other. */
export async function tryClient(
  command: readonly string[],
  format: string,
  onFinding: (finding: Finding) => void = () => {},
): Promise<readonly Finding[]> {
  const stage = await startKitStage(command, format);
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
    await stage.close();
  }
}
