import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(import.meta.dirname, 'src');
const parts =
  /^(?<comment>(?:\/\/[^\n]*\n)*)(?<usings>(?:using [^\n]+;\n)*)\n?namespace Lodestock\.Online\n\{\n(?<body>.*\n)\}\n$/s;

/** Ranks namespaces first, those of .NET before Unity's; then aliases. */
const rankOf = (using: string) =>
  `${using.includes('=') ? 2 : using.startsWith('using System') ? 0 : 1}${using.slice(0, -1)}`;

/** Returns the single file for Unity projects: the sources sorted by name, with their usings on top. */
export function joinSources(): string {
  const sources = readdirSync(folder)
    .toSorted()
    .map((name) => {
      const found = parts.exec(readFileSync(path.join(folder, name), 'utf8'))?.groups;
      if (!found)
        throw new Error(`${name} must be usings and the namespace Lodestock.Online, and nothing else.`);
      return found;
    });
  const usings = new Set(sources.flatMap(({ usings = '' }) => usings.split('\n').filter(Boolean)));
  const sorted = [...usings].toSorted((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1));
  return [
    '#if UNITY_EDITOR\n',
    ...sources.map(({ comment = '' }) => comment),
    ...sorted.map((using) => `${using}\n`),
    '\nnamespace Lodestock.Online\n{\n',
    sources.map(({ body = '' }) => body).join('\n'),
    '}\n#endif\n',
  ].join('');
}
