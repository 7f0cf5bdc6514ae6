/** The network behind the settings: whether the RPC is of it, and whether factory and code stand there. */
import { connectRpc } from '@countersign/core/ledger';
import type { Settings } from '@countersign/core/settings';
import { type Finding, note, ok, skipped, wrong } from './finding.ts';

const ANSWER_TIMEOUT_MS = 10_000;
/** A ledger closes every five seconds or so. */
const STALE_MS = 60_000;

export async function checkNetwork({ network, rpcUrl, serviceUrl }: Settings): Promise<Finding[]> {
  if (serviceUrl === undefined) return [ok('network', 'the sandbox, with its own ledger, factory and code')];
  const pins = [pinned('ESCROW_FACTORY', network.factory), pinned('ESCROW_WASM_HASH', network.wasmHash)];
  if (rpcUrl === undefined) {
    return [
      skipped(
        'STELLAR_RPC_URL',
        'is not set: unknown outcomes need the person’s word, and no token or account can be asked',
      ),
      ...pins,
    ];
  }
  const server = connectRpc(rpcUrl, { timeoutMs: ANSWER_TIMEOUT_MS });
  try {
    const { passphrase } = await server.getNetwork();
    if (passphrase !== network.passphrase) {
      return [
        wrong('STELLAR_RPC_URL', `is of another network than ${network.name}.`, 'Name an RPC of this network.'),
        ...pins,
      ];
    }
    const { closeTime } = await server.getLatestLedger();
    return [
      Date.now() - Number(closeTime) * 1_000 < STALE_MS
        ? ok('STELLAR_RPC_URL', `answers for ${network.name}`)
        : note('STELLAR_RPC_URL', `answers for ${network.name}, but its newest ledger is more than a minute old.`),
      await standing('ESCROW_FACTORY', network.factory, (id) => server.getContractInstance(id)),
      // The sandbox runs the contract without its code, under a hash that nothing stands behind.
      network.name === 'sandbox'
        ? pinned('ESCROW_WASM_HASH', network.wasmHash)
        : await standing('ESCROW_WASM_HASH', network.wasmHash, (hash) => server.getContractWasmByHash(hash, 'hex')),
    ];
  } catch {
    return [
      wrong('STELLAR_RPC_URL', 'does not answer as a Stellar RPC.', 'Check its address, its key and the connection.'),
      ...pins,
    ];
  }
}

function pinned(name: string, value: string | undefined): Finding {
  return value === undefined
    ? note(name, 'is not set, so no deploy can be verified; ask the service’s owner for it.')
    : ok(name, 'is pinned; whether it stands on the network was not asked');
}

async function standing(name: string, value: string | undefined, ask: (value: string) => Promise<unknown>) {
  if (value === undefined) return pinned(name, value);
  try {
    await ask(value);
    return ok(name, 'is pinned, and stands on the network');
  } catch (thrown) {
    const missing = (thrown as { code?: unknown }).code === 404;
    return missing
      ? wrong(name, 'does not stand on this network.', 'Verify it with the service’s owner.')
      : skipped(name, 'is pinned; the RPC did not tell whether it stands on the network');
  }
}
