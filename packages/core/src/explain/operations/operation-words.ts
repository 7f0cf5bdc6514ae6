/** One operation in plain words. */
import type { xdr } from '@stellar/stellar-sdk/base';
import type { ExplainWords } from '../../words/explain-words.ts';
import type { Describer, Scene } from '../scene.ts';
import { ACCOUNTS } from './accounts.ts';
import { CLAIMS } from './claims.ts';
import { CONTRACTS } from './contracts.ts';
import type { Describers, OperationName } from './describers.ts';
import { OFFERS } from './offers.ts';
import { PAYMENTS } from './payments.ts';
import { TRUST } from './trust.ts';

const DESCRIBERS: Describers<OperationName> = {
  ...PAYMENTS,
  ...OFFERS,
  ...ACCOUNTS,
  ...TRUST,
  ...CLAIMS,
  ...CONTRACTS,
};

/** "a payment": to name what a transaction is made of. */
export function operationName({ body }: xdr.Operation, { NAMES }: ExplainWords): string {
  return NAMES[DESCRIBERS[body.type].name];
}

/** A sentence without its full stop. What it warns of goes to the scene. */
export function operationWords({ body }: xdr.Operation, scene: Scene): string {
  // Each describer takes the body of its own type, which is the type it was found by.
  return (DESCRIBERS[body.type] as Describer<xdr.OperationBody>).say(body, scene);
}
