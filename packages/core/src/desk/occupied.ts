/** Explains a deploy that was refused because its escrow exists already, whoever made it. */
import { CountersignError, type ErrorOptions } from '../errors/errors.ts';
import { kindOfRequest } from '../kinds/escrow-of-request.ts';
import { addressOf } from './again.ts';
import type { DeskContext } from './context.ts';
import type { RunningCall } from './run-call.ts';
import type { Asked } from './store/offers.ts';
import { type Compared, compareStanding } from './truth/terms.ts';

function wordsFor(compared: Compared | undefined, address: string): Pick<ErrorOptions, 'message' | 'differences'> {
  if (compared === undefined) {
    return { message: `A contract stands on the ledger at ${address} already; its terms could not be read.` };
  }
  const { differences } = compared;
  return differences.length === 0
    ? { message: `An escrow with these terms stands on the ledger already, at ${address}.` }
    : {
        message: `An escrow stands on the ledger already, at ${address}. It differs from these terms by now.`,
        differences,
      };
}

/**
 * The error to throw instead where the ledger shows the reason, else the error itself. It never says who made it.
 * @param error that building it ended with
 */
export async function refusedDeploy(
  { ledger, network }: DeskContext,
  asked: Asked,
  round: number,
  error: unknown,
  call: RunningCall,
): Promise<unknown> {
  const wasRefused = error instanceof CountersignError && error.code === 'SERVICE_REFUSED';
  if (!wasRefused || ledger === undefined || asked.action !== 'deploy' || network.wasmHash === undefined) return error;
  const kind = kindOfRequest(asked.request, network);
  // Where the factory derives the address, only the service can choose it.
  if (kind.addressFrom === 'factory') return error;
  const address = addressOf({ network }, asked.request, round);
  const sight = await ledger.lookAt({ contracts: [address] }, call().signal);
  const contract = sight.kind === 'seen' ? sight.contracts.get(address) : undefined;
  if (contract === undefined) return error;
  const offered = { kind, wasmHash: network.wasmHash };
  const compared = compareStanding(contract, offered, asked.request, network);
  if (compared !== undefined && !compared.isReachable) {
    return new CountersignError('ADDRESS_TAKEN', { differences: compared.differences, cause: error });
  }
  return new CountersignError('ALREADY_ON_LEDGER', { ...wordsFor(compared, address), cause: error });
}
