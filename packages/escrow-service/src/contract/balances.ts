/** Balances of escrows from ledger entries: the escrow names its token, and the token has the balance. */
import { fromBaseUnits } from '@countersign/core/escrow';
import { escrowKey } from '@countersign/core/ledger';
import { knownToken } from '@countersign/core/network';
import { scValToNative, type xdr } from '@stellar/stellar-sdk/base';
import * as z from 'zod';
import { askContract, beginCall, type Call, type EscrowNetwork } from './call.ts';
import { balanceOfToken, decimalsOfToken, holdingKeys, readEntries, valueAt } from './ledger-reads.ts';
import { Refusal } from './refusal.ts';

/**
 * One entry for each address, in the order asked; balances in token units, as exact decimals.
 * @throws Refusal where one of them is not an escrow, which fails the whole batch | NetworkTrouble
 */
export async function readBalances(on: EscrowNetwork, addresses: readonly string[]) {
  const call = beginCall(on, on.patience.readMs);
  const escrows = await storedEscrows(call, addresses);
  const holdings = addresses.map((address, index) => holdingOf(on, address, escrows[index]));
  const tokens = await readEntries(call, holdings.flatMap(holdingKeys));
  const balances: { readonly address: string; readonly balance: string }[] = [];
  for (const holding of holdings) {
    const decimals = await decimalsOfToken(call, holding.token, tokens);
    const amount = await balanceOfToken(call, holding, tokens);
    if (decimals === undefined || amount === undefined)
      throw new Refusal('Escrow not readable: its trustline is not a token contract');
    balances.push({ address: holding.holder, balance: fromBaseUnits(amount, decimals) });
  }
  return balances;
}

/** An escrow is an entry of its own; if that is archived, its contract is asked instead. */
async function storedEscrows(call: Call, addresses: readonly string[]): Promise<readonly (xdr.ScVal | undefined)[]> {
  const entries = await readEntries(call, addresses.map(escrowKey));
  const found = (address: string) => valueAt(entries, escrowKey(address));
  return Promise.all(addresses.map((address) => found(address) ?? askContract(call, address, 'get_escrow')));
}

/** A field that all kinds of escrow have. */
const escrowSchema = z.object({ trustline: z.object({ address: z.string() }) });

/** The key of an escrow's balance. */
function holdingOf({ network }: EscrowNetwork, holder: string, stored: xdr.ScVal | undefined) {
  const escrow = escrowSchema.safeParse(stored && scValToNative(stored));
  if (!escrow.success) throw new Refusal('Escrow not found');
  const { address } = escrow.data.trustline;
  return { holder, token: knownToken(network, address)?.address ?? address };
}
