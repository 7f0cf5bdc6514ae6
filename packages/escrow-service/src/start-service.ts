/** The escrow service on an external network, reached only by Stellar RPC. */
import { CountersignError } from '@countersign/core/errors';
import { KNOWN_PASSPHRASES } from '@countersign/core/network';
import { listen } from '@countersign/local-http';
import type { Api } from '@stellar/stellar-sdk/rpc';
import { ask, beginCall } from './contract/call.ts';
import { connectNetwork, type EscrowNetwork, type Patience, type PinnedNetwork } from './contract/network.ts';
import { NetworkTrouble } from './contract/refusal.ts';
import { appOf } from './dialects/app-of.ts';
import { describeSandbox } from './dialects/describe-sandbox.ts';

export type ServiceOptions = {
  readonly network: PinnedNetwork;
  /** https, or http on loopback; may contain a key. */
  readonly rpcUrl: string;
  /** Only for the seed dialect; v1 needs only the key. */
  readonly accessToken?: string | undefined;
  readonly apiKey: string;
  /** On loopback; 0: any free one. */
  readonly port: number;
  /** Requests a minute for a client; 0 for no limit. */
  readonly rateLimit: number;
  /** The clock, in epoch milliseconds; tests can set it. */
  readonly now?: () => number;
  readonly patience?: Patience;
};

export type Service = {
  /** Base URL. */
  readonly url: string;
  /** Lets running requests end, then stops. */
  close(): Promise<void>;
};

/** @throws CountersignError SETTING_INVALID (RPC) | NodeJS.ErrnoException EADDRINUSE (port) */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { network: pinned, rpcUrl, accessToken, apiKey, rateLimit, now = Date.now, patience } = options;
  const network = connectNetwork(pinned, rpcUrl, now, patience);
  const { friendbotUrl = '' } = await requireNetwork(network);
  const sandbox =
    pinned.name === 'sandbox' ? describeSandbox(pinned, { rpcUrl, friendbotUrl, accessToken, apiKey }) : undefined;
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
