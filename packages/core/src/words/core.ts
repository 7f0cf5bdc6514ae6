/** Core's words in the language of its JSON files. */
import type { RoleName } from '../escrow/steps.ts';
import { inLanguage } from '../text/message.ts';
import { createActions } from './actions.ts';
import { coreMessages, type DeskMessages, type LanguageFiles, type Messages, messagesOf } from './catalogue.ts';
import { changeText } from './changes.ts';
import { labelledCosts, payeeText, sharesText } from './costs.ts';
import type { ShownState } from './data/life.ts';
import { endingWords, othersPossible, partText, severalText } from './ending-text.ts';
import { differenceText, errorWords, transactionProblemText } from './errors.ts';
import { fieldText, fieldWords } from './field-names.ts';
import { createLookAlike } from './look-alike.ts';
import { NAME_WORDS } from './names.ts';
import { obstacleWords } from './obstacles.ts';
import { payeesText } from './payees.ts';
import { leftText, paymentText, payoutLine, payoutParts } from './payout.ts';
import { RISK_WORDS } from './risk-text.ts';
import { createSummaryWords } from './summary.ts';
import { actText, meansText, turnsText, turnText } from './turns.ts';
import { kindWords, labelledRoles, milestonesText, type PartyName } from './words.ts';

/** What the card in a host needs as well. */
export function createCoreWords(json: LanguageFiles['core']) {
  const messages = coreMessages(json);
  const { archived, networks, parties, theParty, sources, states, lifeStates } = messages;
  const actions = createActions(messages);
  return {
    actions,
    ARCHIVED_WORDS: archived,
    LIFE_WORDS: lifeStates as Readonly<Record<ShownState, string>>,
    NETWORK_WORDS: networks,
    PARTY_WORDS: parties as Readonly<Record<PartyName, string>>,
    ROLE_WORDS: parties as Readonly<Record<RoleName, string>>,
    SOURCE_WORDS: sources,
    STATE_WORDS: states,
    THE_PARTY: theParty as Readonly<Record<PartyName, string>>,
    summaryWords: createSummaryWords(messages, actions),
    ...inLanguage(messages, {
      ...{ actText, kindWords, labelledRoles, leftText, meansText, milestonesText },
      ...{ paymentText, payoutLine, payoutParts, turnsText, turnText },
    }),
  };
}

export type CoreWords = ReturnType<typeof createCoreWords>;

/** Why a step cannot be taken, its risks, what it costs and changes, plans of several steps, and errors. */
export function createStepWords(messages: Messages) {
  return {
    LOOK_ALIKE: createLookAlike(messages),
    SET_BY_WORDS: messages.setBy,
    ...inLanguage(messages, {
      ...NAME_WORDS,
      ...RISK_WORDS,
      ...{ changeText, differenceText, endingWords, errorWords, fieldText, fieldWords, labelledCosts },
      ...{ obstacleWords, othersPossible, partText, payeesText, payeeText, severalText, sharesText },
      transactionProblemText,
    }),
  };
}

/** All words that pages load, too. */
export type Words = ReturnType<typeof createWords>;

/** What the words of the desk, of explanations and of problems are made of, in one language. Servers alone load these. */
export type DeskLanguage = { readonly messages: DeskMessages; readonly core: Words };

export const createWords = (files: LanguageFiles) => ({
  ...createCoreWords(files.core),
  ...createStepWords(messagesOf(files)),
});
