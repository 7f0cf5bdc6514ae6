/** An error in the reader's language. */
import type { ErrorWords, SpokenError } from '../errors.ts';

/** Errors are thrown with English words, so nothing is translated. */
export const errorWords = ({ message, remedy }: SpokenError): ErrorWords => ({ message, remedy });
