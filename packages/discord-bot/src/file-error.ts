/** A problem of an attached file, together with where in it each field stands. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly lineOf: (path: string) => number | undefined;

  constructor(cause: unknown, lineOf: (path: string) => number | undefined) {
    super('a problem of the attached file', { cause });
    this.lineOf = lineOf;
  }
}
