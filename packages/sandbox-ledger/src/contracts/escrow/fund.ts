/** Funds an escrow, if it equals the expected one in every field. Its progress does not matter. */
import { addressValue, i128 } from '../../host/values.ts';
import { type Step, tell, tokenBalance } from './code.ts';

export const fund: Step = (code, context, { signer, escrow: expected, amount }) => {
  const stored = code.stored(context);
  const token = code.read(stored).trustline.address;
  const owned = tokenBalance(context, token, signer);
  if (amount <= 0n) throw code.refusal('AmountCannotBeZero');
  if (!stored.equals(expected)) throw code.refusal('EscrowPropertiesMismatch');
  if (owned < amount) throw code.refusal('InsufficientFundsForEscrowFunding');
  context.host.requireAuth(signer);
  const payer = addressValue(signer);
  context.host.call(token, 'transfer', [payer, addressValue(context.self), i128(amount)]);
  tell(code, context, 'fund', [payer, i128(amount)]);
  return undefined;
};
