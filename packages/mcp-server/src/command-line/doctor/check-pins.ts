/**
 * What a deploy must call and create according to the settings, and what the ledger says about it. A pin that the
 * ledger does not contradict may still be wrong: only the service's owner can confirm it.
 */
import { connectRpc, openLedger } from '@countersign/core/ledger';
import { type Network, pinsOf, type Release, releasesOf } from '@countersign/core/network';
import { type Finding, note, ok, skipped, wrong } from './finding.ts';

const ANSWER_TIMEOUT_MS = 10_000;

const VARIABLES: Readonly<Record<Release, { readonly factory: string; readonly wasmHash: string }>> = {
  multi: { factory: 'ESCROW_FACTORY', wasmHash: 'ESCROW_WASM_HASH' },
  single: { factory: 'ESCROW_FACTORY_SINGLE', wasmHash: 'ESCROW_WASM_HASH_SINGLE' },
};

const HOW_TO_VERIFY =
  'Compare it with what the service’s owner publishes, and with a deploy that the service builds for you: explain_xdr names its factory and its code.';

/** @param url of the trusted RPC; absent if none can be asked */
export async function checkPins(url: string | undefined, network: Network): Promise<Finding[]> {
  const found = await Promise.all(releasesOf(network).map((release) => ofRelease(url, network, release)));
  return found.flat();
}

async function ofRelease(url: string | undefined, network: Network, release: Release): Promise<Finding[]> {
  const names = VARIABLES[release];
  const { factory, wasmHash } = pinsOf(network, release);
  const missing = [
    ...(factory === undefined ? [unset(names.factory, release)] : []),
    ...(wasmHash === undefined && factory === undefined ? [unset(names.wasmHash, release)] : []),
  ];
  if (url === undefined) {
    const unasked = Object.entries({ [names.factory]: factory, [names.wasmHash]: wasmHash });
    return [
      ...missing,
      ...unasked.flatMap(([name, value]) =>
        value === undefined ? [] : [ok(name, 'is pinned; whether it stands on the network was not asked')],
      ),
    ];
  }
  return [
    ...missing,
    ...(factory === undefined ? [] : [await factoryFinding(url, network, names, factory, wasmHash)]),
    ...(wasmHash === undefined ? [] : [await codeFinding(url, network, names.wasmHash, wasmHash)]),
  ];
}

function unset(name: string, release: Release): Finding {
  return note(name, `is not set, so no ${release}-release deploy can be verified; ask the service’s owner for it.`);
}

/** A factory runs the code of the escrows that it creates. */
async function factoryFinding(
  url: string,
  network: Network,
  names: (typeof VARIABLES)[Release],
  factory: string,
  wasmHash: string | undefined,
): Promise<Finding> {
  const sight = await openLedger([url], network.passphrase).lookAt({ contracts: [factory] });
  if (sight.kind === 'no-answer') {
    return skipped(names.factory, 'is pinned; the RPC did not tell whether it stands on the network');
  }
  const code = sight.contracts.get(factory)?.code;
  if (code === undefined) {
    return wrong(
      names.factory,
      'does not stand on this network, or is archived.',
      'Verify it with the service’s owner.',
    );
  }
  if (wasmHash === undefined) {
    return note(names.factory, `is pinned, and runs code ${code}. ${HOW_TO_VERIFY} Then set ${names.wasmHash} to it.`);
  }
  return code === wasmHash
    ? ok(names.factory, `is pinned, and runs the code that ${names.wasmHash} pins`)
    : wrong(
        names.factory,
        `runs code ${code}; the pinned code of its escrows is ${wasmHash}.`,
        `Either is not the service’s, or the service has new code. ${HOW_TO_VERIFY}`,
      );
}

async function codeFinding(url: string, { name }: Network, variable: string, hash: string): Promise<Finding> {
  // The sandbox runs the contract without its code; nothing has this hash.
  if (name === 'sandbox') return ok(variable, 'is the sandbox’s own');
  try {
    await connectRpc(url, { timeoutMs: ANSWER_TIMEOUT_MS }).getContractWasmByHash(hash, 'hex');
    return ok(variable, 'is pinned, and stands on the network');
  } catch (thrown) {
    return (thrown as { code?: unknown }).code === 404
      ? wrong(variable, 'does not stand on this network, or is archived.', 'Verify it with the service’s owner.')
      : skipped(variable, 'is pinned; the RPC did not tell whether it stands on the network');
  }
}
