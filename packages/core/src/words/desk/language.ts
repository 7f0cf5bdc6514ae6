/** What the words of the desk, of explanations and of problems are made of, in one language. Servers alone load these. */
import type { DeskMessages } from '../catalogue.ts';
import type { Words } from '../core.ts';

export type DeskLanguage = {
  readonly messages: DeskMessages;
  /** The words that pages load, too. */
  readonly core: Words;
};
