/** What is wrong with a field of an input or a transaction, and with a stored record. */
import { inLanguage } from '../../text/message.ts';
import { coreMessages, errorMessages, problemMessages } from '../catalogue.ts';
import core from '../messages/core.es.json' with { type: 'json' };
import errors from '../messages/errors.es.json' with { type: 'json' };
import json from '../messages/problems.es.json' with { type: 'json' };
import { problemText as problem } from '../problem-text.ts';

const messages = { ...problemMessages(json), core: coreMessages(core), errors: errorMessages(errors) };

export const { problemText } = inLanguage(messages, { problemText: problem });
export const { damagedParts: DAMAGED_PARTS } = messages;
