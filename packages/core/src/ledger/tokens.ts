/** The balances of contracts by Stellar RPC, where tokens must be asked too. */
import { Address } from '@stellar/stellar-sdk/base';
import { Api, type Server } from '@stellar/stellar-sdk/rpc';
import { modifiedIn } from './contract-entries.ts';
import type { Entries } from './entry-keys.ts';
import type { Holding, TokenBalance } from './ledger.ts';
import { contractQuestion } from './simulations.ts';
import { amountIn, balanceKey, integerIn, type TokenDecimals } from './token-entries.ts';

/** Concurrent questions to tokens: a public RPC is shared. */
const AT_ONCE = 10;

/**
 * A missing entry may be archived, so then the token itself answers, as does every token with its own code.
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
    const read = tokens.get(holding.token) ?? tokenOf(holding.token);
    tokens.set(holding.token, read);
    const token = await read;
    if (token === undefined) return undefined;
    const { decimals } = token;
    const kept = token.forever ? amountIn(entries.at(balanceKey(holding))) : undefined;
    if (kept !== undefined && kept < 0n) return undefined;
    if (kept !== undefined) return { units: kept, decimals, ...modifiedIn(entries, balanceKey(holding)) };
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
