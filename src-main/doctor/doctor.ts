import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { renderFindings } from '../../server/contract/admin/doctor.ts';
import type { DesktopHandlers } from '../platform/ipc/handlers.ts';
import { redact, toShareable } from '../platform/storage/log.ts';
import type { Places } from '../platform/storage/places.ts';
import { type Examined, examineApp } from './examine-app.ts';

type DoctorOptions = Examined & {
  readonly places: Pick<Places, 'settings' | 'mainLog' | 'serverLog' | 'crashes'>;
  /** The user's home folder, whose name often identifies them. */
  readonly home: string;
};

/** Lines included from the end of each log, where the cause of a fault is. */
const lastLines = 300;
async function readEnd(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.trimEnd().split('\n').slice(-lastLines).join('\n') || '(nothing)';
}

/** Lists when processes crashed. Dumps are not included: they contain memory and so possibly secrets. */
async function listCrashes(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const dumps = await Promise.all(
    names
      .filter((name) => name.endsWith('.dmp'))
      .map(async (name) => {
        const { mtime, size } = await stat(path.join(folder, name));
        return `${mtime.toISOString()} ${path.basename(name)}, ${size} bytes`;
      }),
  );
  return dumps.sort().slice(-20).join('\n') || '(none)';
}

/** Examines the app, and collects what helps to diagnose a fault. Sends nothing. */
export function createDoctor(
  options: DoctorOptions,
): Pick<DesktopHandlers, 'doctor.examine' | 'doctor.bundle'> {
  const { places, home, settings, now } = options;
  const share = (text: string) => toShareable(text, home);
  const examine = async () => {
    const findings = await examineApp(options);
    return { findings: [...findings], report: `${share(renderFindings(findings))}\n` };
  };
  return {
    'doctor.examine': examine,
    async 'doctor.bundle'() {
      const { report } = await examine();
      const at = new Date(now()).toISOString();
      const logs = await Promise.all([places.mainLog, places.serverLog].map(readEnd));
      const parts = [
        `Lodestock diagnostics of ${at}`,
        report,
        `Settings\n${share(JSON.stringify(redact(settings.read()), null, 2))}`,
        `Crashes, in ${share(places.crashes)}\n${await listCrashes(places.crashes)}`,
        `End of main.log\n${share(logs[0] ?? '')}`,
        `End of server.log\n${share(logs[1] ?? '')}`,
      ];
      return { name: `lodestock-diagnostics-${at.slice(0, 10)}.txt`, text: `${parts.join('\n\n')}\n` };
    },
  };
}
