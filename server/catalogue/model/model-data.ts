import type { OwnColumns, StoredFields } from './fields.ts';
import type { InventoryFile } from './models.ts';

/** Fields that the writer computes or gets separately. */
type Derived = 'version' | 'formats' | 'lods' | 'sizeBytes';

export type ModelData = Omit<StoredFields, Derived> &
  Omit<OwnColumns, 'host' | 'topologies' | 'sketch'> & {
    readonly sketch?: string | null;
    readonly files: readonly InventoryFile[];
    readonly posters: readonly PosterData[];
    /** The mark of each file's content on disk; absent for files elsewhere. */
    readonly marks?: Readonly<Record<string, string>>;
  };

export type PosterData = {
  readonly size: 'small' | 'medium' | 'large';
  readonly path: string;
  /** Relative to the library; absent: at `path` in the model's folder. */
  readonly place?: string;
  readonly sha256: string;
  readonly contentType: string;
  readonly sizeBytes: number;
};
