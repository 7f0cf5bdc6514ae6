/**
 * The platform extends the contract's time to live. The public source extends an instance only with one ledger or none
 * left, so its call does nothing in all other cases; this one always extends (decision 41).
 */
import { xdr } from '@stellar/stellar-sdk/base';
import { addressValue } from '../../host/values.ts';
import { checkPlatform, type Step, tell } from './code.ts';

export const extend: Step = (code, context, { signer, ledgers }) => {
  checkPlatform(code, code.load(context), signer);
  context.host.requireAuth(signer);
  context.extendInstance(ledgers);
  code.extendEntry(context, ledgers);
  tell(code, context, 'extend', [addressValue(signer), xdr.ScVal.scvU32(ledgers)]);
  return undefined;
};
