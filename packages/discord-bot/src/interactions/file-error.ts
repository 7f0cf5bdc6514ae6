/** An error about an attached file, with the line of each field. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly lineOf: (path: string) => number | undefined;

  constructor(cause: unknown, lineOf: (path: string) => number | undefined) {
    super('a problem of the attached file', { cause });
    this.lineOf = lineOf;
  }
}
