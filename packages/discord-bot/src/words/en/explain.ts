/** What a transaction says that was prepared elsewhere. */

export const moreLines = (left: number, file: string): string => `${left} more lines are in ${file}.`;
export const readFile = (file: string, left: number, counted: string): string =>
  `**Read ${file} before anyone signs.** It holds ${left} more warnings: ${counted}.`;
export const FILE_MISSING: string = 'is missing; attach a file with the XDR, or give it as xdr';
export const NOTHING_IN_MESSAGE: string = 'has neither a text nor a file';
export const NOT_READ: string = 'Not read';
export const moreFiles = (left: number): string => `${left} more ${left === 1 ? 'file' : 'files'} in this message.`;
