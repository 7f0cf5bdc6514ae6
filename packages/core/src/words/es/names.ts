/** What addresses are called, and the proof that a wallet belongs to a person. */
import { inLanguage } from '../../text/message.ts';
import { fieldMessages, riskMessages } from '../catalogue.ts';
import fields from '../messages/fields.es.json' with { type: 'json' };
import json from '../messages/risk.es.json' with { type: 'json' };
import { NAME_WORDS } from '../names.ts';

const messages = { ...riskMessages(json), fields: fieldMessages(fields) };

export const { pageProofOver: PAGE_PROOF_OVER, setBy: SET_BY_WORDS } = messages;
export const { dayText, nameChangeText, nameLines, nameText, pageProofText, walletProofText } = inLanguage(
  messages,
  NAME_WORDS,
);
