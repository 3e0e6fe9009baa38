import type { InventoryFile } from '../catalogue/model/models.ts';
import { AppError } from '../contract/errors.ts';

export type Wish = {
  readonly format?: string | undefined;
  readonly lod?: string | undefined;
  readonly relativePath?: string | undefined;
  readonly variant?: string | null | undefined;
  /** Only files of this role can be meant. */
  readonly role?: InventoryFile['role'];
};

const listed = 200;
const toTuple = ({ format, lod, relativePath, variant, role }: InventoryFile) => ({
  format,
  lod,
  relativePath,
  variant,
  role,
});
const describe = (wish: Wish) =>
  [wish.format, wish.lod, wish.relativePath, wish.variant]
    .filter((part) => typeof part === 'string')
    .join(', ') || 'your request';

const byPath = new WeakMap<readonly InventoryFile[], ReadonlyMap<string, InventoryFile>>();

/** Paths are unique in a model, so that an exact wish needs no look at its other files. */
function findExactly(files: readonly InventoryFile[], relativePath: string): InventoryFile | undefined {
  const known = byPath.get(files) ?? new Map(files.map((file) => [file.relativePath, file]));
  byPath.set(files, known);
  return known.get(relativePath);
}

const isWanted = (file: InventoryFile, wish: Wish) =>
  (wish.format === undefined || file.format === wish.format) &&
  (wish.lod === undefined || file.lod === wish.lod) &&
  (wish.relativePath === undefined || file.relativePath === wish.relativePath) &&
  (wish.variant === undefined || file.variant === wish.variant) &&
  (wish.role === undefined || file.role === wish.role);

/**
 * The one file of the inventory that a wish names. Never a nearest match: FILE_NOT_FOUND and AMBIGUOUS_FILE carry the
 * tuples that exist.
 */
export function resolveFile(inventory: readonly InventoryFile[], wish: Wish): InventoryFile {
  const exact = wish.relativePath === undefined ? undefined : findExactly(inventory, wish.relativePath);
  if (exact && isWanted(exact, wish)) return exact;
  const files = inventory.filter(({ role }) => wish.role === undefined || role === wish.role);
  const matching = files.filter((file) => isWanted(file, wish));
  // What was made from an original is never taken for it, and takes no place from it.
  const originals = matching.filter(({ derived }) => !derived);
  const [only, second] = originals.length > 0 ? originals : matching;
  if (only && !second) return only;
  if (!only) {
    throw new AppError(
      'FILE_NOT_FOUND',
      `This model has no file for ${describe(wish)}. Choose one of its files exactly.`,
      {
        details: { candidates: files.slice(0, listed).map(toTuple) },
      },
    );
  }
  throw new AppError(
    'AMBIGUOUS_FILE',
    `${matching.length} files match ${describe(wish)}. Name format, lod and relativePath.`,
    {
      details: { candidates: matching.slice(0, listed).map(toTuple) },
    },
  );
}
