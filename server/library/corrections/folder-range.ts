/** Returns true if a folder is `root` or inside it; '' is the library itself. */
export const isInFolder = (folder: string, root: string) =>
  root === '' || folder === root || folder.startsWith(`${root}/`);

/** The same test as SQL on a column, for any `@root` but the library. '0' is the character after the slash. */
export const columnInFolder = (column: string) =>
  `${column} >= @root AND ${column} < @root || '0' AND (${column} = @root OR ${column} > @root || '/')`;
