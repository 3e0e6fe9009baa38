import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Reads one line of stdin. A person at a terminal is asked and does not see what they type. */
export async function readSecret(question: string): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTerminal });
  try {
    if (isTerminal) {
      process.stderr.write(`${question}: `);
      const answer = await lines.question('');
      process.stderr.write('\n');
      return answer;
    }
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
  }
}
