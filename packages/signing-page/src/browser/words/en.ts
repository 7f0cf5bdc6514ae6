/** Everything that the pages say in English: their own sentences, and core’s. */
import errors from '@countersign/core/errors/messages/errors.en.json' with { type: 'json' };
import { createWords } from '@countersign/core/words/core';
import names from '@countersign/core/words/messages/core.en.json' with { type: 'json' };
import steps from '@countersign/core/words/messages/steps.en.json' with { type: 'json' };

export { default as page } from '../../messages/page.en.json' with { type: 'json' };
export const core = createWords({ core: names, steps, errors });
