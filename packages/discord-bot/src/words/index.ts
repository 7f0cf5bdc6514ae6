/** The bot's sentences in each language: a person's own, or for what is posted in a server, the server's. */
import { CountersignError, type ErrorOptions } from '@countersign/core/errors';
import type { Catalogue } from '@countersign/core/text/message';
import type { Words as CoreWords, Language } from '@countersign/core/words';
import { wordsOf as coreWordsOf } from '@countersign/core/words/all';
import en from './messages/discord.en.json' with { type: 'json' };
import es from './messages/discord.es.json' with { type: 'json' };
import type { DiscordParameters } from './messages/discord.parameters.ts';

export type Words = Catalogue<typeof en, DiscordParameters> & { readonly language: Language; readonly core: CoreWords };

/** `pnpm check` compares the sentences and parameters of every language with English. */
const createWords = (language: Language, json: typeof en): Words => ({
  ...(json as unknown as Catalogue<typeof en, DiscordParameters>),
  language,
  core: coreWordsOf(language),
});

const WORDS: Readonly<Record<Language, Words>> = { en: createWords('en', en), es: createWords('es', es) };

/** @example wordsOf('es').core.ROLE_WORDS.disputeResolver // Árbitro */
export const wordsOf = (language: Language): Words => WORDS[language];

/** @param about what is wrong, in the reader's language */
export const invalid = ({ language }: Pick<Words, 'language'>, about: ErrorOptions): CountersignError =>
  new CountersignError('INPUT_INVALID', { ...about, language });
