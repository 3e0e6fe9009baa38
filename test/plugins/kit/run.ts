import { filesOf } from './kit-library.ts';
import { startKitServer } from './kit-stage.ts';
import { type Finding, tryClient } from './try-client.ts';

/** Lets a client of any language meet a real server and its faults: server/starters/guides/plugin-guide.md says how. */
const words = process.argv.slice(2);
const [first, named = ''] = words;
const format = first === '--format' ? named : 'glb';
const command = first === '--format' ? words.slice(2) : words;
if (command.length === 0 || filesOf[format] === undefined) {
  console.error(
    `Write: npm run plugin-kit -- [--format ${Object.keys(filesOf).join('|')}] COMMAND\nCOMMAND is started with SERVER get GUID --format F --lod L --to FOLDER --pay USD, or SERVER sign-in.`,
  );
  process.exit(2);
}
const server = await startKitServer();
const onFinding = ({ name, why }: Finding) =>
  console.log(`${why === '' ? 'held  ' : 'BROKEN'}  It ${name}.${why === '' ? '' : `\n          ${why}`}`);
const findings = await tryClient(server, { command, format, onFinding }).finally(server.close);
const broken = findings.filter(({ why }) => why !== '').length;
console.log(`\n${findings.length - broken} of ${findings.length} held.`);
process.exitCode = broken > 0 ? 1 : 0;
