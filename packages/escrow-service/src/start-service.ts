/** The escrow service on an external network, reached only by Stellar RPC, and its settings. */
import { CountersignError, type FieldText } from '@countersign/core/errors';
import { KNOWN_PASSPHRASES } from '@countersign/core/network';
import { SANDBOX_CREDENTIALS, type Settings } from '@countersign/core/settings';
import { listen } from '@countersign/local-http';
import type { Api } from '@stellar/stellar-sdk/rpc';
import {
  ask,
  beginCall,
  connectNetwork,
  type EscrowNetwork,
  type Patience,
  type PinnedNetwork,
} from './contract/call.ts';
import { NetworkTrouble } from './contract/refusal.ts';
import { appOf } from './dialects/app-of.ts';
import { describeSandbox } from './dialects/describe-sandbox.ts';
import type { ServiceOptions as AppOptions } from './http/local-app.ts';

export type ServiceOptions = Pick<AppOptions, 'accessToken' | 'apiKey' | 'rateLimit'> & {
  readonly network: PinnedNetwork;
  /** https, or http on loopback; may contain a key. */
  readonly rpcUrl: string;
  /** On loopback; 0: any free one. */
  readonly port: number;
  /** The clock, in epoch milliseconds; tests can set it. */
  readonly now?: () => number;
  readonly patience?: Patience;
};

export type Service = {
  readonly url: string;
  /** Lets running requests end, then stops. */
  close(): Promise<void>;
};

/** @throws CountersignError SETTING_INVALID (RPC) | NodeJS.ErrnoException EADDRINUSE (port) */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { network: pinned, rpcUrl, accessToken, apiKey, rateLimit, now = Date.now, patience } = options;
  const network = connectNetwork(pinned, rpcUrl, now, patience);
  const { friendbotUrl = '' } = await requireNetwork(network);
  const sandbox = describeSandbox(pinned, { rpcUrl, friendbotUrl, accessToken, apiKey });
  const { port, close } = await listen(await appOf({ network, accessToken, apiKey, rateLimit, sandbox }), options.port);
  return { url: `http://127.0.0.1:${port}`, close };
}

/** Checks the RPC's network: signatures and contract addresses are valid on one network only. */
async function requireNetwork(on: EscrowNetwork): Promise<Api.GetNetworkResponse> {
  const call = beginCall(on, on.patience.readMs);
  const found = await ask(call, (rpc) => rpc.getNetwork()).catch((error: unknown) => {
    if (error instanceof NetworkTrouble) throw wrongRpc(`does not serve as a Stellar RPC. ${error.message}.`);
    throw error;
  });
  if (found?.passphrase === undefined) throw wrongRpc('does not serve as a Stellar RPC.');
  if (found.passphrase === on.network.passphrase) return found;
  const [name] = Object.entries(KNOWN_PASSPHRASES).find(([, known]) => known === found.passphrase) ?? [];
  throw wrongRpc(`is the RPC of ${name ?? 'another network'}, but STELLAR_NETWORK is ${on.network.name}.`);
}

function wrongRpc(problem: string): CountersignError {
  return new CountersignError('SETTING_INVALID', {
    message: `STELLAR_RPC_URL ${problem}`,
    fields: [{ path: 'STELLAR_RPC_URL', problem }],
  });
}

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
  const { name, factory, wasmHash, single, needsOnlyApiKey = false } = network;
  const problems: FieldText[] = [];
  const demand = (path: string, isThere: boolean, problem: string) => {
    if (!isThere) problems.push({ path, problem });
  };
  demand('STELLAR_RPC_URL', rpcUrl !== undefined, `is missing; it says where the service reaches ${name}`);
  const lacks = (pin: string, use: string) => `lacks ${pin}, ${use}`;
  demand('ESCROW_PINS', factory !== undefined, lacks('factory', `the contract that deploys escrows on ${name}`));
  demand('ESCROW_PINS', wasmHash !== undefined, lacks('wasmHash', 'the code of the escrows'));
  const both = 'which single release needs with the other pin of single';
  demand('ESCROW_PINS', single?.factory !== undefined || single?.wasmHash === undefined, lacks('single.factory', both));
  demand(
    'ESCROW_PINS',
    single?.wasmHash !== undefined || single?.factory === undefined,
    lacks('single.wasmHash', both),
  );
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
