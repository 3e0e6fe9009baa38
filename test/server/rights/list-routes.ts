import type { TestServer } from '../../helpers/test-server.ts';

/** The routes of a server as it prints them: a tree, in which each line goes on where the one above it ended. */
export function listRoutes({ app: { http } }: TestServer): readonly string[] {
  const above: string[] = [];
  return http
    .printRoutes()
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] =
        /^([│├└─\s]*)(.*?)(?: \(([A-Z, ]+)\))?$/u.exec(line) ?? [];
      const depth = indent.length / 4;
      above.length = depth;
      above[depth] = part;
      const path = above.join('');
      return methods === '' ? [] : methods.split(', ').map((method) => `${method} ${path}`);
    });
}
