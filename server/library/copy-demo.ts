import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { renamePatiently } from '../base/storage/rename-patiently.ts';

type Options = {
  /** The demo library from the build: one folder per model. */
  readonly from: string;
  readonly folder: string;
  readonly signal?: AbortSignal;
};

/** In the packaged app, the files are inside an archive that supports listing and reading but not copying. */
async function copyFolder(from: string, to: string, signal?: AbortSignal): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    signal?.throwIfAborted();
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, target, signal);
    else await writeFile(target, await readFile(source));
  }
}

async function copyModels({ from, folder, signal }: Options, toDraft: (name: string) => string) {
  await mkdir(folder, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const ready = path.join(folder, entry.name);
    if (!entry.isDirectory() || existsSync(ready)) continue;
    const draft = toDraft(entry.name);
    await rm(draft, { recursive: true, force: true });
    await copyFolder(path.join(from, entry.name), draft, signal);
    await renamePatiently(draft, ready);
  }
}

/** Copies the demo models that a folder lacks, each completely or not at all. Rejects with the signal's reason. */
export async function copyDemo(options: Options): Promise<void> {
  const { folder, signal } = options;
  signal?.throwIfAborted();
  if (!existsSync(options.from))
    throw new Error(`The demo library is not in ${options.from}. Run npm run build.`);
  const drafts: string[] = [];
  const toDraft = (name: string) => {
    const draft = path.join(folder, `.${name}.draft`);
    drafts.push(draft);
    return draft;
  };
  try {
    await copyModels(options, toDraft);
  } catch (cause) {
    for (const draft of drafts) await rm(draft, { recursive: true, force: true }).catch(() => undefined);
    signal?.throwIfAborted();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The demo library in ${folder} could not be written (${reason}); make room or choose another folder, then start again.`,
      { cause },
    );
  }
}
