/** Balances of escrows from ledger entries: the escrow names its token, and the token has the balance. */
import { decimalsOfMultiplier, fromBaseUnits } from '@countersign/core/escrow';
import { knownToken } from '@countersign/core/network';
import { Address, scValToNative, xdr } from '@stellar/stellar-sdk/base';
import * as z from 'zod';
import { askContract, beginCall, type Call } from './call.ts';
import { contractValue, readEntries } from './entries.ts';
import type { EscrowNetwork } from './network.ts';
import { Refusal } from './refusal.ts';
import { balanceKey, balanceOfToken, decimalsOfToken, instanceKey } from './token.ts';

export type EscrowBalance = {
  readonly address: string;
  /** Token units, as an exact decimal. */
  readonly balance: string;
};

/**
 * One entry for each address, in the order asked.
 * @throws Refusal where one of them is not an escrow, which fails the whole batch | NetworkTrouble
 */
export async function readBalances(on: EscrowNetwork, addresses: readonly string[]): Promise<EscrowBalance[]> {
  const call = beginCall(on, on.patience.readMs);
  const escrows = on.network.dialect === 'v1' ? await liveEscrows(call, addresses) : await seedEscrows(call, addresses);
  const holdings = addresses.map((address, index) => holdingOf(on, address, escrows[index]));
  const tokens = await readEntries(
    call,
    holdings.flatMap(({ holder, token }) => [instanceKey(token), balanceKey(token, holder)]),
  );
  const balances: EscrowBalance[] = [];
  for (const holding of holdings) {
    const instance = contractValue(tokens(instanceKey(holding.token)));
    const entry = contractValue(tokens(balanceKey(holding.token, holding.holder)));
    balances.push({ address: holding.holder, balance: await balanceOf(call, holding, instance, entry) });
  }
  return balances;
}

type Stored = readonly (xdr.ScVal | undefined)[];

/** The seed's escrows are stored in their contracts' instances. */
async function seedEscrows(call: Call, addresses: readonly string[]): Promise<Stored> {
  const entries = await readEntries(call, addresses.map(instanceKey));
  return addresses.map((address) => {
    const instance = contractValue(entries(instanceKey(address)));
    if (instance?.type !== 'scvContractInstance') return undefined;
    return instance.instance.storage?.find(({ key }) => key.equals(ESCROW_KEY))?.val;
  });
}

/** A live escrow is an entry of its own; if that is archived, its contract is asked instead. */
async function liveEscrows(call: Call, addresses: readonly string[]): Promise<Stored> {
  const entries = await readEntries(call, addresses.map(escrowKey));
  const found = (address: string) => contractValue(entries(escrowKey(address)));
  return Promise.all(addresses.map((address) => found(address) ?? askContract(call, address, 'get_escrow')));
}

type Holding = { readonly holder: string; readonly token: string; readonly multiplier: number | undefined };

async function balanceOf(
  call: Call,
  holding: Holding,
  instance: xdr.ScVal | undefined,
  entry: xdr.ScVal | undefined,
): Promise<string> {
  const { token, multiplier } = holding;
  // Uses the escrow's own multiplier, as the real service does; later kinds have none.
  const decimals =
    multiplier === undefined ? await decimalsOfToken(call, token, instance) : decimalsOfMultiplier(multiplier);
  const amount = await balanceOfToken(call, holding, instance, entry);
  if (multiplier !== undefined && decimals === undefined) {
    throw new Refusal('Escrow not readable: its unit multiplier is not a power of ten');
  }
  if (decimals === undefined || amount === undefined)
    throw new Refusal('Escrow not readable: its trustline is not a token contract');
  return fromBaseUnits(amount, decimals);
}

const ESCROW_KEY = xdr.ScVal.scvVec([xdr.ScVal.scvSymbol('Escrow')]);

function escrowKey(contract: string): xdr.LedgerKey {
  return xdr.LedgerKey.contractData(
    new xdr.LedgerKeyContractData({
      contract: Address.fromString(contract).toScAddress(),
      key: ESCROW_KEY,
      durability: xdr.ContractDataDurability.persistent,
    }),
  );
}

/** Fields that all kinds of escrow have; `decimals` is the unit multiplier. */
const escrowSchema = z.object({
  trustline: z.object({ address: z.string(), decimals: z.union([z.number(), z.bigint()]).optional() }),
});

/** The key of an escrow's balance, and its units. */
function holdingOf({ network }: EscrowNetwork, holder: string, stored: xdr.ScVal | undefined): Holding {
  const escrow = escrowSchema.safeParse(stored && scValToNative(stored));
  if (!escrow.success) throw new Refusal('Escrow not found');
  const { address, decimals } = escrow.data.trustline;
  const token = knownToken(network, address)?.address ?? address;
  return { holder, token, multiplier: decimals === undefined ? undefined : Number(decimals) };
}
