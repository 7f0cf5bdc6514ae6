/** What is judged of a transaction, in words: stops, warnings and facts, and why it is only partly verified. */
import { inLanguage } from '../../text/message.ts';
import { coreMessages, fieldMessages, riskMessages } from '../catalogue.ts';
import core from '../messages/core.es.json' with { type: 'json' };
import fields from '../messages/fields.es.json' with { type: 'json' };
import json from '../messages/risk.es.json' with { type: 'json' };
import { RISK_WORDS } from '../risk-text.ts';
import { actions } from './core.ts';
import { differenceText } from './errors.ts';
import { LOOK_ALIKE, payeesText } from './steps.ts';

export const { codeOfAnother, reasonText, stopLines, stopText, warningLines, warningText } = inLanguage(
  {
    ...riskMessages(json),
    core: coreMessages(core),
    fields: fieldMessages(fields),
    actions,
    differenceText,
    LOOK_ALIKE,
    payeesText,
  },
  RISK_WORDS,
);
