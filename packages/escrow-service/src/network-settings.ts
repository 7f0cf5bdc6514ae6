/** What the settings must say for the service to stand on a network that runs elsewhere. */

import { CountersignError, type FieldProblem } from '@countersign/core/errors';
import type { DialectName } from '@countersign/core/network';
import { SANDBOX_CREDENTIALS, type Settings } from '@countersign/core/settings';
import { sandboxNetwork } from './contract/network.ts';
import type { ServiceOptions } from './start-service.ts';

/** A caller's credential that is shorter could be guessed, and would not be blacked out where it turns up. */
const SHORTEST_CREDENTIAL = 16;

/**
 * @param dialect of the service; default: that of the settings
 * @returns nothing where the embedded ledger is meant
 * @throws CountersignError SETTING_INVALID with every problem, each under the name of its variable
 */
export function networkSettings(
  settings: Settings,
  dialect: DialectName = settings.network.dialect ?? 'seed',
): Pick<ServiceOptions, 'network' | 'rpcUrl' | 'accessToken' | 'apiKey'> | undefined {
  const { network, accessToken, apiKey } = settings;
  const [rpcUrl] = settings.rpcUrls;
  if (network.name === 'sandbox') {
    return rpcUrl === undefined ? undefined : { network: sandboxNetwork(dialect), rpcUrl, accessToken, apiKey };
  }
  const { factory, wasmHash } = network;
  const problems: FieldProblem[] = [];
  const demand = (path: string, isThere: boolean, problem: string) => {
    if (!isThere) problems.push({ path, problem });
  };
  const { name } = network;
  demand('STELLAR_RPC_URL', rpcUrl !== undefined, `is missing; it says where the service reaches ${name}`);
  demand('ESCROW_FACTORY', factory !== undefined, `is missing; it names the contract that deploys escrows on ${name}`);
  demand('ESCROW_WASM_HASH', wasmHash !== undefined, 'is missing; it names the code of the escrows');
  const credentials = [
    ...(dialect === 'v1'
      ? []
      : [['ESCROW_ACCESS_TOKEN', accessToken, SANDBOX_CREDENTIALS.accessToken, 'for deploy and send'] as const]),
    ['ESCROW_API_KEY', apiKey, SANDBOX_CREDENTIALS.apiKey, dialect === 'v1' ? 'with every request' : 'for balances'],
  ] as const;
  for (const [path, value, builtIn, use] of credentials) {
    if (value === builtIn) demand(path, false, `is missing; choose what callers must show ${use}`);
    else demand(path, value.length >= SHORTEST_CREDENTIAL, `is shorter than ${SHORTEST_CREDENTIAL} characters`);
  }
  if (rpcUrl !== undefined && factory !== undefined && wasmHash !== undefined && problems.length === 0) {
    const pinned = { ...network, factory, wasmHash };
    return { network: dialect === 'seed' ? pinned : { ...pinned, dialect }, rpcUrl, accessToken, apiKey };
  }
  throw new CountersignError('SETTING_INVALID', {
    message: problems.map(({ path, problem }) => `${path} ${problem}.`).join(' '),
    fields: problems,
  });
}
