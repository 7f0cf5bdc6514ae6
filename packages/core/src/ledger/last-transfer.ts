/** Payments from one address to another, by the token's events. */
import { Address, scValToBigInt, xdr } from '@stellar/stellar-sdk/base';
import type { Server } from '@stellar/stellar-sdk/rpc';
import { latestEvent, readEventsWith } from './contract-events.ts';
import type { ContractEvent, OutgoingTransfer, Transfer } from './ledger.ts';
import { readHistory } from './transaction-outcome.ts';

/**
 * A plain payment and one through a contract emit the same event. A Stellar asset's has its name as a fourth topic
 * (CAP-67), another token's has not (SEP-41).
 * @throws Error of any kind where the RPC does not answer the question
 */
export async function readLastTransfer(
  server: Server,
  { token, from, to, amount }: Transfer,
): Promise<ContractEvent | undefined> {
  const topics = [xdr.ScVal.scvSymbol('transfer'), ...[from, to].map((party) => Address.fromString(party).toScVal())];
  const filter = { contract: token, topics: [topics, [...topics, '*'] as const] };
  const isWanted = (event: ContractEvent) =>
    topics.every((topic, index) => event.topics[index]?.equals(topic)) && amountIn(event.value) === amount;
  return await latestEvent(server, filter, isWanted, await readHistory(server));
}

/** @throws Error of any kind where the RPC does not answer the question */
export async function readTransfersFrom(
  server: Server,
  { token, from }: Pick<Transfer, 'token' | 'from'>,
  since: number,
): Promise<readonly OutgoingTransfer[]> {
  const payer = [xdr.ScVal.scvSymbol('transfer'), Address.fromString(from).toScVal()];
  const topics = [[...payer, '*'] as const, [...payer, '*', '*'] as const];
  const events = await readEventsWith(server, { contract: token, topics }, since);
  return events.flatMap(({ topics: [name, by, to], value, ledger, at, transactionHash }): OutgoingTransfer[] => {
    const amount = amountIn(value);
    const isAsked = payer[0]?.equals(name as xdr.ScVal) && payer[1]?.equals(by as xdr.ScVal);
    if (!isAsked) throw new TypeError('an event that was not asked for');
    if (to?.type !== 'scvAddress' || amount === undefined) return [];
    const time = at === undefined ? {} : { at };
    const hash = transactionHash === undefined ? {} : { transactionHash };
    return [{ to: Address.fromScVal(to).toString(), amount, ledger, ...time, ...hash }];
  });
}

/** An i128; or a map with it, where the payment has a reference for the payee. */
function amountIn(value: xdr.ScVal): bigint | undefined {
  if (value.type === 'scvI128') return scValToBigInt(value);
  const fields = value.type === 'scvMap' ? (value.map ?? []) : [];
  const amount = fields.find(({ key }) => key.type === 'scvSymbol' && key.sym.toString() === 'amount')?.val;
  return amount?.type === 'scvI128' ? scValToBigInt(amount) : undefined;
}
