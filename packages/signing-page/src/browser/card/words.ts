/** The words of the card in a host, in addition to those of core. Both languages are in the card: it fetches nothing. */
import type { Catalogue } from '@countersign/core/text/message';
import {
  actions,
  type Language,
  LIFE_WORDS,
  languageOf,
  NETWORK_WORDS,
  PARTY_WORDS,
  payoutLine,
  ROLE_WORDS,
  STATE_WORDS,
  summaryWords,
  type Words,
} from '@countersign/core/words';
import {
  actions as actionsEs,
  LIFE_WORDS as lifeEs,
  NETWORK_WORDS as networksEs,
  PARTY_WORDS as partiesEs,
  payoutLine as payoutEs,
  ROLE_WORDS as rolesEs,
  STATE_WORDS as statesEs,
  summaryWords as summaryEs,
} from '@countersign/core/words/es';
import en from '../messages/card.en.json' with { type: 'json' };
import es from '../messages/card.es.json' with { type: 'json' };
import type { CardParameters } from '../messages/card.parameters.ts';

export type CardWords = Catalogue<typeof en, CardParameters>;

export type Speech = {
  readonly language: Language;
  readonly own: CardWords;
  readonly core: Pick<
    Words,
    | 'actions'
    | 'LIFE_WORDS'
    | 'NETWORK_WORDS'
    | 'PARTY_WORDS'
    | 'payoutLine'
    | 'ROLE_WORDS'
    | 'STATE_WORDS'
    | 'summaryWords'
  >;
};

const LANGUAGES: Readonly<Record<Language, Omit<Speech, 'language'>>> = {
  en: {
    own: en as unknown as CardWords,
    core: { actions, LIFE_WORDS, NETWORK_WORDS, PARTY_WORDS, payoutLine, ROLE_WORDS, STATE_WORDS, summaryWords },
  },
  es: {
    own: es as unknown as CardWords,
    core: {
      actions: actionsEs,
      LIFE_WORDS: lifeEs,
      NETWORK_WORDS: networksEs,
      PARTY_WORDS: partiesEs,
      payoutLine: payoutEs,
      ROLE_WORDS: rolesEs,
      STATE_WORDS: statesEs,
      summaryWords: summaryEs,
    },
  },
};

/** @param locale of the host, such as `es-MX` */
export function speechFor(locale: string | undefined): Speech {
  const language = languageOf(locale);
  return { language, ...LANGUAGES[language] };
}
