/** Where files stand that a program runs without being told: in the working directory or above it. */
export interface FilesAbove {
  readonly names: readonly string[];
  /** beginnings of options that may name another folder, or a file of another name */
  readonly options: readonly string[];
}
