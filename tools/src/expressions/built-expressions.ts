/** Expressions that are put together at run time: no parser finds these, so each stands here under its file. */
import { credentialPattern } from '../../../packages/core/src/own-credentials.ts';
import { HIDING } from '../../../packages/core/src/secret-views.ts';
import { FLAG_OR_INVISIBLE } from '../../../packages/core/src/text.ts';
import { FOREIGN } from '../../../packages/core/src/transaction/text-warnings.ts';

/** In the order in which they stand. */
export const BUILT_EXPRESSIONS: ReadonlyMap<string, readonly RegExp[]> = new Map([
  ['packages/core/src/own-credentials.ts', [credentialPattern(['some+credential/of*(this)'], ['some%2Bcredential'])]],
  ['packages/core/src/secret-views.ts', [HIDING]],
  ['packages/core/src/text.ts', [FLAG_OR_INVISIBLE]],
  ['packages/core/src/transaction/text-warnings.ts', [FOREIGN]],
]);
