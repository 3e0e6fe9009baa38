/** A scene file and what it needs, each where it is on the disk. */
export type SourceFile = {
  readonly file: string;
  readonly format: string;
  /** By the path from the scene file's folder, with forward slashes. */
  readonly support: Readonly<Record<string, string>>;
};
