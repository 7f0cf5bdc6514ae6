/** Core's English words that the card in a host needs as well. */
import { createCoreWords } from './core.ts';
import core from './messages/core.en.json' with { type: 'json' };

export const {
  ARCHIVED_WORDS,
  actions,
  actText,
  kindWords,
  LIFE_WORDS,
  labelledRoles,
  leftText,
  meansText,
  milestonesText,
  NETWORK_WORDS,
  PARTY_WORDS,
  paymentText,
  payoutLine,
  payoutParts,
  ROLE_WORDS,
  SOURCE_WORDS,
  STATE_WORDS,
  summaryWords,
  THE_PARTY,
  turnsText,
  turnText,
} = createCoreWords(core);
