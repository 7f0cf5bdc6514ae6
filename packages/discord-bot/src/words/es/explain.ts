/** What a transaction says that was prepared elsewhere. */

export const moreLines = (left: number, file: string): string => `${left} líneas más están en ${file}.`;
export const readFile = (file: string, left: number, counted: string): string =>
  `**Lea ${file} antes de que alguien firme.** Tiene ${left} advertencias más: ${counted}.`;
export const FILE_MISSING: string = 'falta; adjunte un archivo con el XDR, o délo como xdr';
export const NOTHING_IN_MESSAGE: string = 'no tiene texto ni archivo';
export const NOT_READ: string = 'No se leyó';
export const moreFiles = (left: number): string =>
  `${left} ${left === 1 ? 'archivo' : 'archivos'} más en este mensaje.`;
