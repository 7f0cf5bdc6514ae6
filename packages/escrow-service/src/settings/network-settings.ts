/** The settings for running the service on an external network. */
import { CountersignError, type FieldText } from '@countersign/core/errors';
import { SANDBOX_CREDENTIALS, type Settings } from '@countersign/core/settings';
import type { PinnedNetwork } from '../contract/network.ts';
import type { ServiceOptions } from '../start-service.ts';

/** A shorter credential could be guessed, and the redactor would not black it out. */
const SHORTEST_CREDENTIAL = 16;

/**
 * @returns undefined where the embedded ledger is meant
 * @throws CountersignError SETTING_INVALID with every problem, each under the name of its variable
 */
export function networkSettings(
  settings: Settings,
): Pick<ServiceOptions, 'network' | 'rpcUrl' | 'accessToken' | 'apiKey'> | undefined {
  const { network, accessToken, apiKey } = settings;
  const [rpcUrl] = settings.rpcUrls;
  if (network.name === 'sandbox') {
    return rpcUrl === undefined ? undefined : { network: network as PinnedNetwork, rpcUrl, accessToken, apiKey };
  }
  const { factory, wasmHash } = network;
  const { needsOnlyApiKey = false } = network;
  const problems: FieldText[] = [];
  const demand = (path: string, isThere: boolean, problem: string) => {
    if (!isThere) problems.push({ path, problem });
  };
  const { name } = network;
  demand('STELLAR_RPC_URL', rpcUrl !== undefined, `is missing; it says where the service reaches ${name}`);
  demand('ESCROW_FACTORY', factory !== undefined, `is missing; it names the contract that deploys escrows on ${name}`);
  demand('ESCROW_WASM_HASH', wasmHash !== undefined, 'is missing; it names the code of the escrows');
  const { single } = network;
  const other = 'is missing; single release needs both ESCROW_FACTORY_SINGLE and ESCROW_WASM_HASH_SINGLE';
  demand('ESCROW_FACTORY_SINGLE', single?.factory !== undefined || single?.wasmHash === undefined, other);
  demand('ESCROW_WASM_HASH_SINGLE', single?.wasmHash !== undefined || single?.factory === undefined, other);
  const credentials = [
    ...(needsOnlyApiKey
      ? []
      : [['ESCROW_ACCESS_TOKEN', accessToken, SANDBOX_CREDENTIALS.accessToken, 'for deploy and send'] as const]),
    ['ESCROW_API_KEY', apiKey, SANDBOX_CREDENTIALS.apiKey, needsOnlyApiKey ? 'with every request' : 'for balances'],
  ] as const;
  for (const [path, value, builtIn, use] of credentials) {
    if (value === undefined || value === builtIn)
      demand(path, false, `is missing; choose what callers must show ${use}`);
    else demand(path, value.length >= SHORTEST_CREDENTIAL, `is shorter than ${SHORTEST_CREDENTIAL} characters`);
  }
  if (rpcUrl !== undefined && factory !== undefined && wasmHash !== undefined && problems.length === 0) {
    return { network: { ...network, factory, wasmHash }, rpcUrl, accessToken, apiKey };
  }
  throw new CountersignError('SETTING_INVALID', {
    message: problems.map(({ path, problem }) => `${path} ${problem}.`).join(' '),
    fields: problems,
  });
}
