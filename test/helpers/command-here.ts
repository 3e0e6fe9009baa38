import { vi } from 'vitest';
import { runCommand } from '../../server/commands/run-command.ts';
import type { CommandResult } from './server-command.ts';

type Options = { readonly dataDir: string; readonly environment?: Readonly<Record<string, string>> };

/** Runs a command without a process of its own, which would take most of its time; it gets no stdin. */
export async function runCommandHere(
  args: readonly string[],
  { dataDir, environment = {} }: Options,
): Promise<CommandResult> {
  const spies = (['log', 'error'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation(() => {}),
  );
  try {
    const code = await runCommand(args, { ...process.env, ...environment, LODESTOCK_DATA_DIR: dataDir });
    const [stdout = '', stderr = ''] = spies.map(({ mock }) =>
      mock.calls.map(([line]) => `${line}\n`).join(''),
    );
    return { code, stdout, stderr };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
