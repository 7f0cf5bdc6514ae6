/** What the fields of a request, a transaction and an escrow are called. */
import { inLanguage } from '../../text/message.ts';
import { fieldMessages } from '../catalogue.ts';
import { fieldText as text, fieldWords as words } from '../field-names.ts';
import json from '../messages/fields.en.json' with { type: 'json' };

export const { fieldText, fieldWords } = inLanguage(fieldMessages(json), { fieldText: text, fieldWords: words });
