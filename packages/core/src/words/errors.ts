/** The parts of an error that are translated. */
import type { CountersignError } from '../errors/errors.ts';

/** An error as it was thrown, or its view as it came from a server. */
export type SpokenError = Pick<CountersignError, 'code' | 'message' | 'remedy'> & {
  readonly reason?: CountersignError['reason'];
  /** The language of its words, if they are not the catalogue's; default: English. */
  readonly language?: string | undefined;
};

export type ErrorWords = {
  /** What happened. */
  readonly message: string;
  /** What to do now. */
  readonly remedy: string;
};
