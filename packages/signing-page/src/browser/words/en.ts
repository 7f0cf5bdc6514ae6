/** Everything that the pages of a transaction and of a proof say in English: their own sentences, and core’s. */
import errors from '@countersign/core/errors/messages/errors.en.json' with { type: 'json' };
import { createWords } from '@countersign/core/words/core';
import names from '@countersign/core/words/messages/core.en.json' with { type: 'json' };
import steps from '@countersign/core/words/messages/steps.en.json' with { type: 'json' };
import afterwards from '../messages/afterwards.en.json' with { type: 'json' };
import pageJson from '../messages/page.en.json' with { type: 'json' };
import sign from '../messages/sign.en.json' with { type: 'json' };
import wallet from '../messages/wallet.en.json' with { type: 'json' };

export const core = createWords({ core: names, steps, errors });
export const page = { ...pageJson, ...afterwards, ...sign, ...wallet };
