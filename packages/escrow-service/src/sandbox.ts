/** The sandbox: the escrow service of the interface on an embedded ledger, both on loopback. */
import { NETWORKS, type Network, type SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { SANDBOX_CREDENTIALS } from '@countersign/core/settings';
import { type Listening, listen } from '@countersign/local-http';
import { isOfEarlierContracts, ledgerApp, openLedger } from '@countersign/sandbox-ledger';
import type { Keypair } from '@stellar/stellar-sdk/base';
import { connectNetwork, PATIENCE, type PinnedNetwork } from './contract/call.ts';
import { appOf } from './dialects/app-of.ts';
import { describeSandbox } from './dialects/describe-sandbox.ts';
import { reportSetAside, reportTrouble } from './log.ts';

export { LEDGER_FORMAT, type Ledger, type LedgerOptions, openLedger } from '@countersign/sandbox-ledger';

export type DemoAccountName = (typeof SANDBOX_ACCOUNTS)[number]['name'];

/**
 * The key pair of a demo account, or of the token's `issuer`. Only for the sandbox: a caller must check the network of a
 * transaction from elsewhere before it signs.
 */
export const demoKeypair = (name: DemoAccountName | 'issuer'): Keypair => sandboxKeypair(name);

export type SandboxOptions = {
  /** The sandbox, with the dialect of its service; default `seed`. In tests also a network that it plays. */
  readonly network?: Network;
  /** Folder of the ledger's SQLite file; absent: a ledger in memory. */
  readonly dataDir?: string;
  /** The service's port; default 0: any free one. */
  readonly port?: number;
  /** The port of the ledger's RPC and friendbot; default 0: any free one. */
  readonly ledgerPort?: number;
  /** Requests a minute for a client; default 50, 0 for no limit. */
  readonly rateLimit?: number;
  readonly accessToken?: string;
  readonly apiKey?: string;
  /** The clock, in epoch milliseconds; tests can set it. */
  readonly now?: () => number;
};

export type Sandbox = {
  /** Base URL of the service. */
  readonly url: string;
  readonly rpcUrl: string;
  readonly friendbotUrl: string;
  readonly accessToken: string;
  readonly apiKey: string;
  /** Lets running requests end, then stops. May be called again. */
  close(): Promise<void>;
};

const DEFAULT_RATE_LIMIT = 50;
/** Short, since the embedded ledger closes as soon as something is sent. */
const EMBEDDED_POLL_MS = 20;

/**
 * Starts service and ledger. The service reaches the ledger only by its RPC.
 * @throws CountersignError STORE_UNUSABLE (data folder) | NodeJS.ErrnoException EADDRINUSE (a port)
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const {
    now = Date.now,
    accessToken = SANDBOX_CREDENTIALS.accessToken,
    apiKey = SANDBOX_CREDENTIALS.apiKey,
  } = options;
  // Every sandbox is pinned by its constants.
  const network = (options.network ?? NETWORKS.sandbox) as PinnedNetwork;
  const isSetAside = options.dataDir !== undefined && isOfEarlierContracts(options.dataDir);
  const ledger = openLedger({ dataDir: options.dataDir, now, network });
  if (isSetAside) reportSetAside();
  const open: Listening[] = [];
  const closeAll = async () => {
    // The service stops first: while it drains, it still needs the ledger.
    for (const listening of open.reverse()) await listening.close();
    ledger.close();
  };
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeAll();
    return closing;
  };
  try {
    const ledgerServer = await listen(
      ledgerApp(ledger, () => friendbotUrl, reportTrouble),
      options.ledgerPort ?? 0,
    );
    open.push(ledgerServer);
    const rpcUrl = `http://127.0.0.1:${ledgerServer.port}/rpc`;
    const friendbotUrl = `http://127.0.0.1:${ledgerServer.port}/friendbot`;
    const appOptions = {
      network: connectNetwork(network, rpcUrl, now, { ...PATIENCE, pollMs: EMBEDDED_POLL_MS }),
      accessToken,
      apiKey,
      rateLimit: options.rateLimit ?? DEFAULT_RATE_LIMIT,
      sandbox: describeSandbox(network, { rpcUrl, friendbotUrl, accessToken, apiKey }),
    };
    const isShared = options.dataDir !== undefined;
    const serviceServer = await listen(await appOf(appOptions, isShared), options.port ?? 0);
    open.push(serviceServer);
    const url = `http://127.0.0.1:${serviceServer.port}`;
    return { url, rpcUrl, friendbotUrl, accessToken, apiKey, close };
  } catch (error) {
    await close();
    throw error;
  }
}

export { replayLedger } from '@countersign/sandbox-ledger/replay';
