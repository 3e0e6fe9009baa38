/** Whether a folder is `root` or in it; the library itself is ''. */
export const isInFolder = (folder: string, root: string) =>
  root === '' || folder === root || folder.startsWith(`${root}/`);

/** The same as a condition on a column, for all but the library; `@root` is the folder. A slash is the sign before 0. */
export const columnInFolder = (column: string) =>
  `${column} >= @root AND ${column} < @root || '0' AND (${column} = @root OR ${column} > @root || '/')`;
