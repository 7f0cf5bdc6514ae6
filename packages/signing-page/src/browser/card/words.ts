/** The words of the card in a host, in addition to those of core. Both languages are in the card: it fetches nothing. */
import type { Catalogue } from '@countersign/core/text/message';
import { type Language, languageOf, type Words } from '@countersign/core/words';
import { type CoreWords, createCoreWords } from '@countersign/core/words/core';
import coreEn from '@countersign/core/words/messages/core.en.json' with { type: 'json' };
import coreEs from '@countersign/core/words/messages/core.es.json' with { type: 'json' };
import en from '../../messages/card.en.json' with { type: 'json' };
import es from '../../messages/card.es.json' with { type: 'json' };
import type { CardParameters } from '../../messages/card.parameters.ts';
import pageEn from '../../messages/page.en.json' with { type: 'json' };
import pageEs from '../../messages/page.es.json' with { type: 'json' };
import type { PageJson } from '../words/catalogue.ts';
import { useWords } from '../words/words.ts';

export type CardWords = Catalogue<typeof en, CardParameters>;

export type Speech = {
  readonly language: Language;
  readonly own: CardWords;
  readonly core: CoreWords;
};

const LANGUAGES: Readonly<Record<Language, Omit<Speech, 'language'>>> = {
  en: { own: en as unknown as CardWords, core: createCoreWords(coreEn) },
  es: { own: es as unknown as CardWords, core: createCoreWords(coreEs) },
};

const PAGE: Readonly<Record<Language, PageJson>> = { en: pageEn, es: pageEs };

/** @param locale of the host, such as `es-MX` */
export function speechFor(locale: string | undefined): Speech {
  const language = languageOf(locale);
  const speech = LANGUAGES[language];
  // The page's modules draw the card as well; they say nothing here for which more of core's words would be needed.
  useWords({ core: speech.core as Words, page: PAGE[language] }, language);
  return { language, ...speech };
}
