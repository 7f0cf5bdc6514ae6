/** Token balances of contracts, by Stellar RPC. */
import { Address, scValToBigInt, xdr } from '@stellar/stellar-sdk/base';
import { Api, type Server } from '@stellar/stellar-sdk/rpc';
import { contractQuestion } from './contract-question.ts';
import { persistentKey } from './entry-keys.ts';
import type { TokenDecimals } from './instance-decimals.ts';
import type { Holding, TokenBalance } from './ledger.ts';
import type { Entries } from './stellar-rpc.ts';

/** Concurrent questions to tokens: a public RPC is shared. */
const AT_ONCE = 10;

/**
 * A Stellar asset keeps a contract's balance in an entry. A missing entry may be archived, so then the token itself is
 * asked, as is every token with its own code.
 * @param tokenOf asks a token for its decimals; undefined where it cannot be asked
 * @param askToken asks a token's `balance()`; undefined where it cannot be asked
 * @returns in the order of the holdings; undefined for one that could not be read
 */
export async function tokenBalances(
  holdings: readonly Holding[],
  entries: Entries,
  tokenOf: (token: string) => Promise<TokenDecimals | undefined>,
  askToken: (holding: Holding) => Promise<bigint | undefined>,
): Promise<(TokenBalance | undefined)[]> {
  const tokens = new Map<string, Promise<TokenDecimals | undefined>>();
  const balanceOf = async (holding: Holding): Promise<TokenBalance | undefined> => {
    const asked = tokens.get(holding.token) ?? tokenOf(holding.token);
    tokens.set(holding.token, asked);
    const token = await asked;
    if (token === undefined) return undefined;
    const { decimals } = token;
    const kept = token.forever ? amountIn(entries.at(balanceKey(holding))) : undefined;
    if (kept !== undefined) {
      const modified = entries.modifiedAt(balanceKey(holding));
      return kept < 0n ? undefined : { units: kept, decimals, ...(modified === undefined ? {} : { modified }) };
    }
    const units = (token.forever ? holding.before : undefined) ?? (await askToken(holding));
    return units === undefined || units < 0n ? undefined : { units, decimals };
  };
  const balances: (TokenBalance | undefined)[] = [];
  for (let begin = 0; begin < holdings.length; begin += AT_ONCE) {
    balances.push(...(await Promise.all(holdings.slice(begin, begin + AT_ONCE).map(balanceOf))));
  }
  return balances;
}

/** @throws Error of any kind where the RPC does not answer the question */
export async function askBalance(
  server: Server,
  { holder, token }: Holding,
  passphrase: string,
): Promise<bigint | undefined> {
  const holderValue = Address.fromString(holder).toScVal();
  const reply = await server.simulateTransaction(contractQuestion(passphrase, token, 'balance', holderValue));
  return Api.isSimulationSuccess(reply) ? integerIn(reply.result?.retval) : undefined;
}

export const balanceKey = ({ holder, token }: Holding): xdr.LedgerKey =>
  persistentKey(token, xdr.ScVal.scvVec([xdr.ScVal.scvSymbol('Balance'), Address.fromString(holder).toScVal()]));

/** `{ amount, authorized, clawback }` */
function amountIn(data: xdr.LedgerEntryData | undefined): bigint | undefined {
  const value = data?.type === 'contractData' ? data.contractData.val : undefined;
  const fields = value?.type === 'scvMap' ? (value.map ?? []) : [];
  return integerIn(fields.find(({ key }) => key.type === 'scvSymbol' && key.sym.toString() === 'amount')?.val);
}

const integerIn = (value: xdr.ScVal | undefined): bigint | undefined =>
  value?.type === 'scvI128' ? scValToBigInt(value) : undefined;
