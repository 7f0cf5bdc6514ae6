/** The configured network: which RPC is trusted there, and whether factory and code exist. */
import { rpcUrlsOf } from '@countersign/core';
import { connectRpc, openLedger } from '@countersign/core/ledger';
import { type Network, pinsOf, type Release, releasesOf } from '@countersign/core/network';
import type { Settings } from '@countersign/core/settings';
import { type Finding, note, ok, skipped, wrong } from './findings.ts';

const ANSWER_TIMEOUT_MS = 10_000;
/** A ledger closes every five seconds or so. */
const STALE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Offers are looked up within half of this. */
const SHORT_HISTORY_MS = 24 * HOUR_MS;

export async function checkNetwork(settings: Settings): Promise<Finding[]> {
  const { network, serviceUrl } = settings;
  if (serviceUrl === undefined) {
    return [
      ok('network', 'the sandbox, with its own ledger, factory and code'),
      ok('outcomes', 'come from that ledger'),
    ];
  }
  // Whether it is a sandbox is a finding about the service.
  const urls = await rpcUrlsOf(settings).catch(() => settings.rpcUrls);
  const [believed] = urls;
  const looked = await Promise.all(urls.map((url, index) => checkRpc(url, subjectOf(index), network)));
  const isWrong = looked.flat().some(({ state }) => state === 'wrong');
  return [whoseWord(urls, network), ...looked.flat(), ...(await checkPins(isWrong ? undefined : believed, network))];
}

const subjectOf = (index: number): string => (index === 0 ? 'STELLAR_RPC_URL' : 'STELLAR_RPC_URL (second)');

function whoseWord(urls: readonly string[], { name }: Network): Finding {
  const [believed, second] = urls.map((url) => new URL(url).hostname);
  if (believed === undefined) {
    return note('outcomes', 'no Stellar RPC: outcomes are the service’s word, and no token or account can be asked.');
  }
  if (name !== 'public') return ok('outcomes', `come from the ledger by ${believed}`);
  return second === undefined
    ? note(
        'outcomes',
        `come from the ledger by ${believed} alone: an RPC that lies could cause a second escrow. Name another provider’s after a comma, which must agree.`,
      )
    : ok('outcomes', `come from the ledger by ${believed}; nothing counts as not there unless ${second} agrees`);
}

async function checkRpc(url: string, subject: string, network: Network): Promise<Finding[]> {
  try {
    const { passphrase } = await connectRpc(url, { timeoutMs: ANSWER_TIMEOUT_MS }).getNetwork();
    if (passphrase !== network.passphrase) {
      return [wrong(subject, `is of another network than ${network.name}.`, 'Name an RPC of this network.')];
    }
  } catch {
    return [wrong(subject, 'does not answer as a Stellar RPC.', 'Check its address, its key and the connection.')];
  }
  const history = await openLedger([url], network.passphrase).historyOf();
  if (history === undefined) {
    return [note(subject, `answers for ${network.name}, but does not tell which ledgers it remembers.`)];
  }
  const reach = Date.now() - history.oldest;
  const remembers = `it remembers ${duration(reach)}`;
  if (Date.now() - history.latest >= STALE_MS) {
    return [
      note(subject, `answers for ${network.name}, but its newest ledger is more than a minute old; ${remembers}.`),
    ];
  }
  return network.name !== 'sandbox' && reach < SHORT_HISTORY_MS
    ? [note(subject, `answers for ${network.name}, but ${remembers} only: what happened before is not known there.`)]
    : [ok(subject, `answers for ${network.name}; ${remembers}`)];
}

function duration(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

const VARIABLES: Readonly<Record<Release, { readonly factory: string; readonly wasmHash: string }>> = {
  multi: { factory: 'ESCROW_FACTORY', wasmHash: 'ESCROW_WASM_HASH' },
  single: { factory: 'ESCROW_FACTORY_SINGLE', wasmHash: 'ESCROW_WASM_HASH_SINGLE' },
};

const HOW_TO_VERIFY =
  'Compare it with what the service’s owner publishes, and with a deploy that the service builds for you: explain_xdr names its factory and its code.';

/**
 * What a deploy must call and create according to the settings, and what the ledger says about it. A pin that the ledger
 * does not contradict may still be wrong: only the service's owner can confirm it.
 * @param url of the trusted RPC; absent if none can be asked
 */
async function checkPins(url: string | undefined, network: Network): Promise<Finding[]> {
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
