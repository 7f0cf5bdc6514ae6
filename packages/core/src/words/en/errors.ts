/** An error for whoever meets it. */
import type { ErrorWords, SpokenError } from '../errors.ts';

/** The catalogue is English, and so is what is thrown. */
export const errorWords = ({ message, remedy }: SpokenError): ErrorWords => ({ message, remedy });
