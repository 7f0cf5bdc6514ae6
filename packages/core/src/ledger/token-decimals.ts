/** How many decimals a token has, by Stellar RPC. */
import { Api, type Server } from '@stellar/stellar-sdk/rpc';
import { contractQuestion } from './contract-question.ts';
import { findInstance } from './entries.ts';
import { instanceDecimals, type TokenDecimals } from './instance-decimals.ts';

/**
 * @param contract C…
 * @returns nothing where it is not a token contract
 * @throws Error of any kind where the RPC does not answer the question
 */
export async function tokenDecimals(
  server: Server,
  contract: string,
  passphrase: string,
): Promise<TokenDecimals | undefined> {
  const instance = await findInstance(server, contract);
  return await instanceDecimals(contract, passphrase, instance, async () => {
    const reply = await server.simulateTransaction(contractQuestion(passphrase, contract, 'decimals'));
    return Api.isSimulationSuccess(reply) ? reply.result?.retval : undefined;
  });
}
