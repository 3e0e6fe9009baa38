import { breakpoints, toEm } from '../src-renderer/styles/breakpoints.ts';

type Rule = { params: string };
type Node = { source?: object | undefined };
type Sheet = Node & {
  walk(change: (node: Node) => void): void;
  walkAtRules(name: string, change: (rule: Rule) => void): void;
};

const widths: ReadonlyMap<string, number> = new Map(Object.entries(breakpoints));

function toWidth(_: string, name: string): string {
  const width = widths.get(name);
  if (width === undefined) throw new Error(`There is no breakpoint --${name} in styles/breakpoints.ts.`);
  return `(max-width: ${toEm(width)}em)`;
}

/** Replaces the names of breakpoints with widths, as `@custom-media` will once browsers support it. */
export const namedBreakpoints = {
  postcssPlugin: 'named-breakpoints',
  // At the end, when the rules that a module composes have been added.
  OnceExit(sheet: Sheet) {
    // Those rules come as text without a file, which makes Vite warn, so they are assigned to the sheet.
    sheet.walk((node) => {
      node.source ??= sheet.source;
    });
    sheet.walkAtRules('media', (rule) => {
      rule.params = rule.params.replace(/\(--([\w-]+)\)/g, toWidth);
    });
  },
};
