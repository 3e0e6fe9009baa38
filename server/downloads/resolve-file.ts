import type { InventoryFile } from '../catalogue/model/models.ts';
import { AppError } from '../contract/errors.ts';
import { sentence } from '../contract/sentence.ts';

export type FileRequest = {
  readonly format?: string | undefined;
  readonly lod?: string | undefined;
  readonly relativePath?: string | undefined;
  readonly variant?: string | null | undefined;
  /** Only files with this role match. */
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
const describe = (asked: FileRequest) =>
  [asked.format, asked.lod, asked.relativePath, asked.variant]
    .filter((part) => typeof part === 'string')
    .join(', ') || 'your request';

const byPath = new WeakMap<readonly InventoryFile[], ReadonlyMap<string, InventoryFile>>();

/** Paths are unique in a model, so an exact request needs no scan of its other files. */
function findExactly(files: readonly InventoryFile[], relativePath: string): InventoryFile | undefined {
  const known = byPath.get(files) ?? new Map(files.map((file) => [file.relativePath, file]));
  byPath.set(files, known);
  return known.get(relativePath);
}

const isWanted = (file: InventoryFile, asked: FileRequest) =>
  (asked.format === undefined || file.format === asked.format) &&
  (asked.lod === undefined || file.lod === asked.lod) &&
  (asked.relativePath === undefined || file.relativePath === asked.relativePath) &&
  (asked.variant === undefined || file.variant === asked.variant) &&
  (asked.role === undefined || file.role === asked.role);

/** The exact file that a request names; FILE_NOT_FOUND and AMBIGUOUS_FILE list the existing tuples. */
export function resolveFile(inventory: readonly InventoryFile[], asked: FileRequest): InventoryFile {
  const exact = asked.relativePath === undefined ? undefined : findExactly(inventory, asked.relativePath);
  if (exact && isWanted(exact, asked)) return exact;
  const files = inventory.filter(({ role }) => asked.role === undefined || role === asked.role);
  const matching = files.filter((file) => isWanted(file, asked));
  // An original always wins over files derived from it.
  const originals = matching.filter(({ derived }) => !derived);
  const [only, second] = originals.length > 0 ? originals : matching;
  if (only && !second) return only;
  if (!only) {
    throw new AppError(
      'FILE_NOT_FOUND',
      sentence`This model has no file for ${{ asked: describe(asked) }}. Choose one of its files exactly.`,
      {
        details: { candidates: files.slice(0, listed).map(toTuple) },
      },
    );
  }
  throw new AppError(
    'AMBIGUOUS_FILE',
    sentence`${{ count: matching.length }} files match ${{ asked: describe(asked) }}. Name format, lod and relativePath.`,
    {
      details: { candidates: matching.slice(0, listed).map(toTuple) },
    },
  );
}
