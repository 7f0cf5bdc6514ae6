/** Why a wallet did not sign: a code each, in the person's words, and after them what the wallet itself said. */
import { CountersignError } from '@countersign/core/errors';
import { cleanLine } from '@countersign/core/text';
import type { PageWords } from '../words/en.ts';
import { words } from '../words/words.ts';
import { wayProblem } from './way.ts';

/** `other` is whatever we have no code for: the wallet's words alone say it. */
export type Refusal = keyof PageWords['ways']['refusals'];

/** A wallet, as a person is told about it. */
export type Named = {
  /** As its maker writes it. */
  readonly name: string;
  /** Where to get it. */
  readonly site: string;
};

/** @param said what the wallet answered: a stranger's text */
export function refusal({ name, site }: Named, code: Refusal, said = ''): CountersignError {
  const { message, remedy } = words().ways.refusals[code](name, site);
  const line = cleanLine(said, 200);
  return wayProblem(line === '' ? message : `${message} ${words().ways.said(line)}`, remedy);
}

/** @param found the account that the wallet would sign with, as it says. @throws CountersignError where it is not the signer's */
export function needAccount({ name }: Named, signer: string, found: string): void {
  if (found === signer) return;
  const { message, remedy } = words().ways.refusals.account(name);
  throw wayProblem(`${message} ${words().ways.selected(cleanLine(found, 60))}`, remedy);
}

/** @param by who signed, as the wallet says: not every one does, and the desk checks the signature itself */
export function needSigner({ name }: Named, signer: string, by: unknown): void {
  if (typeof by !== 'string' || by === '' || by === signer) return;
  throw new CountersignError('SIGNED_BY_ANOTHER', {
    message: words().ways.signedWithAnother(name, cleanLine(by, 60)),
  });
}
