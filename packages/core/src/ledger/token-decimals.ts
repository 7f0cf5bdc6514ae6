/** How many decimals a token has, by Stellar RPC. */
import { Contract, type xdr } from '@stellar/stellar-sdk/base';
import { Api, type Server } from '@stellar/stellar-sdk/rpc';
import { contractQuestion } from './contract-question.ts';
import { instanceDecimals, type TokenDecimals } from './instance-decimals.ts';
import { readEntry } from './stellar-rpc.ts';

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
  const instance = instanceOf(await readEntry(server, new Contract(contract).getFootprint()), contract);
  return await instanceDecimals(contract, passphrase, instance, async () => {
    const reply = await server.simulateTransaction(contractQuestion(passphrase, contract, 'decimals'));
    return Api.isSimulationSuccess(reply) ? reply.result?.retval : undefined;
  });
}

function instanceOf(entry: xdr.LedgerEntryData | undefined, contract: string): xdr.ScContractInstance | undefined {
  if (entry?.type !== 'contractData') return undefined;
  const { val } = entry.contractData;
  const isOurs =
    entry.contractData.contract.toXdr('base64') === new Contract(contract).address().toScAddress().toXdr('base64');
  return isOurs && val.type === 'scvContractInstance' ? val.instance : undefined;
}
