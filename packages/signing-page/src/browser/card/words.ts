/** The words of the card in a host, in addition to those of core. Both languages are in the card: it fetches nothing. */
import type { Catalogue } from '@countersign/core/text/message';
import { type Language, languageOf, type Words } from '@countersign/core/words';
import { createCoreWords } from '@countersign/core/words/core';
import coreEn from '@countersign/core/words/messages/core.en.json' with { type: 'json' };
import coreEs from '@countersign/core/words/messages/core.es.json' with { type: 'json' };
import en from '../../messages/card.en.json' with { type: 'json' };
import es from '../../messages/card.es.json' with { type: 'json' };
import type { CardParameters } from '../../messages/card.parameters.ts';
import pageEn from '../../messages/page.en.json' with { type: 'json' };
import pageEs from '../../messages/page.es.json' with { type: 'json' };
import { type PageJson, useWords } from '../words/words.ts';

export type CardWords = Catalogue<typeof en, CardParameters>;

type Spoken = { readonly own: CardWords; readonly core: Words; readonly page: PageJson };

// The page's modules draw the card as well; they say nothing here for which more of core's words would be needed.
const LANGUAGES: Readonly<Record<Language, Spoken>> = {
  en: { own: en as unknown as CardWords, core: createCoreWords(coreEn) as Words, page: pageEn },
  es: { own: es as unknown as CardWords, core: createCoreWords(coreEs) as Words, page: pageEs },
};

/** From now on the card speaks the language of the host. @param locale of the host, such as `es-MX` */
export function speak(locale: string | undefined): CardWords {
  const language = languageOf(locale);
  const { own, ...spoken } = LANGUAGES[language];
  useWords(spoken, language);
  return own;
}
