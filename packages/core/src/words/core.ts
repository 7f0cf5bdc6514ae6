/** Core's words in the language of a catalogue. */
import { inLanguage } from '../text/message.ts';
import { createActions } from './actions.ts';
import type { CoreMessages, StepMessages } from './catalogue.ts';
import { changeText } from './changes.ts';
import { labelledCosts, payeeText, sharesText } from './costs.ts';
import { endingWords, partText } from './ending-text.ts';
import type { LifeState } from './life.ts';
import { createLookAlike } from './look-alike.ts';
import { obstacleWords } from './obstacles.ts';
import { payeesText } from './payees.ts';
import { leftText, paymentText, payoutLine, payoutText } from './payout.ts';
import { othersPossible, severalText } from './several.ts';
import { createSummaryWords } from './summary.ts';
import { actText, turnsText, turnText } from './turns.ts';

/** What the card in a host needs as well. @param fieldText what a text of an escrow is called in a warning about it */
export function createCoreWords(messages: CoreMessages, fieldText: (field: string) => string) {
  const actions = createActions(messages);
  return {
    actions,
    LIFE_WORDS: messages.lifeStates as Readonly<Record<LifeState, string>>,
    summaryWords: createSummaryWords(messages, actions, fieldText),
    ...inLanguage(messages, { actText, leftText, paymentText, payoutLine, payoutText, turnsText, turnText }),
  };
}

/** Why a step cannot be taken, what it costs and changes, and plans of several steps. */
export function createStepWords(messages: StepMessages) {
  return {
    LOOK_ALIKE: createLookAlike(messages),
    ...inLanguage(messages, {
      changeText,
      endingWords,
      labelledCosts,
      obstacleWords,
      othersPossible,
      partText,
      payeesText,
      payeeText,
      severalText,
      sharesText,
    }),
  };
}
