/** How many decimals a token has, by Stellar RPC. */
import type { xdr } from '@stellar/stellar-sdk/base';
import { Api, type Server } from '@stellar/stellar-sdk/rpc';
import { contractQuestion } from './contract-question.ts';
import { findInstance } from './entries.ts';
import { instanceDecimals, type TokenDecimals } from './instance-decimals.ts';

/**
 * @param contract C…
 * @returns undefined where it is not a token contract
 * @throws Error of any kind where the RPC does not answer the question
 */
export async function tokenDecimals(
  server: Server,
  contract: string,
  passphrase: string,
): Promise<TokenDecimals | undefined> {
  return await decimalsByInstance(server, contract, passphrase, await findInstance(server, contract));
}

/** The same where the instance was read already. @param instance absent where there is none */
export async function decimalsByInstance(
  server: Server,
  contract: string,
  passphrase: string,
  instance: xdr.ScContractInstance | undefined,
): Promise<TokenDecimals | undefined> {
  return await instanceDecimals(contract, passphrase, instance, async () => {
    const reply = await server.simulateTransaction(contractQuestion(passphrase, contract, 'decimals'));
    return Api.isSimulationSuccess(reply) ? reply.result?.retval : undefined;
  });
}
