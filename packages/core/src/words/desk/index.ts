/** The desk's words in one language. Kept apart from the others, which pages load too. */

import { inLanguage } from '../../text/message.ts';
import { byPosition } from '../../text/sentences.ts';
import type { DeskLanguage } from '../core.ts';
import type { Language } from '../language.ts';
import * as next from './next.ts';
import * as outcomes from './outcomes.ts';
import * as proofs from './proofs.ts';
import * as refusals from './refusals.ts';
import * as status from './status.ts';

/** The desk's words: the exports that every language has. */
export type DeskWords = ReturnType<typeof createDeskWords>;

export function createDeskWords(language: DeskLanguage) {
  const { messages } = language;
  return {
    ...language.core,
    language: messages.language as Language,
    ...messages.status.texts,
    ...messages.elsewhere.texts,
    ...messages.next.texts,
    ...messages.refusals.texts,
    ...byPosition(messages.next, {
      allPaidText: ['left'],
      overText: ['over'],
      notPinnedText: ['missing'],
      pageForAllText: ['url'],
    }),
    ...byPosition(messages.refusals, {
      canBeDoneNow: ['turns'],
      acceptedAlready: ['hash'],
      sentAlready: ['hash', 'id'],
      accountMissing: ['account', 'network'],
      foreignText: ['why'],
      partlyForeign: ['reasons'],
      stoppedForeign: ['stop'],
    }),
    ...inLanguage(language, next),
    ...inLanguage(language, outcomes),
    ...inLanguage(language, proofs),
    PAGE_PROOF_OVER: messages.proofs.pageOver,
    SIGN_IN_OVER: messages.proofs.signInOver,
    ASSISTANT_OF_PERSON: messages.proofs.assistant,
    ...inLanguage(language, refusals),
    ...inLanguage(language, status),
  };
}
