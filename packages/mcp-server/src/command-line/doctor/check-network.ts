/** The configured network: which RPC is trusted there, and whether what is pinned exists. */
import { rpcUrlsOf } from '@countersign/core';
import { connectRpc, openLedger } from '@countersign/core/ledger';
import type { Network } from '@countersign/core/network';
import type { Settings } from '@countersign/core/settings';
import { checkCertificate } from './check-certificate.ts';
import { checkPins } from './check-pins.ts';
import { type Finding, note, ok, skipped, wrong } from './findings.ts';

const ANSWER_TIMEOUT_MS = 10_000;
/** A ledger closes every five seconds or so. */
const STALE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Offers are looked up within half of this. */
const SHORT_HISTORY_MS = 24 * HOUR_MS;

export async function checkNetwork(settings: Settings): Promise<Finding[]> {
  const { network, serviceUrl, rpcRequestsPerMinute } = settings;
  const isDirect = network.isDirect === true && settings.rpcUrls.length > 0;
  if (serviceUrl === undefined && !isDirect) {
    return [
      ok('network', 'the sandbox, with its own ledger, factory and code'),
      ok('outcomes', 'come from that ledger'),
    ];
  }
  // Whether it is a sandbox is a finding about the service.
  const urls = await rpcUrlsOf(settings).catch(() => settings.rpcUrls);
  const [believed] = urls;
  const findings = await Promise.all(urls.map((url, index) => checkRpc(url, subjectOf(index), network)));
  const isWrong = findings.flat().some(({ state }) => state === 'wrong');
  const rpcUrl = isWrong ? undefined : believed;
  return [
    whoseWord(urls, network),
    ...findings.flat(),
    ...(rpcRequestsPerMinute === undefined || believed === undefined
      ? []
      : [
          ok(
            'STELLAR_RPC_RATE_LIMIT',
            `at most ${rpcRequestsPerMinute} requests a minute go to each from each process`,
          ),
        ]),
    ...(await checkPins(rpcUrl, network)),
    ...(rpcUrl === undefined || network.feeAddress === undefined
      ? []
      : [await feeAccountFinding(rpcUrl, network, network.feeAddress)]),
  ];
}

const FEE_ACCOUNT = 'ESCROW_PINS feeAddress';

/** It gets a share of each payment, so while it cannot take a token, no escrow of that token pays anyone. */
async function feeAccountFinding(
  url: string,
  { tokens, passphrase }: Pick<Network, 'tokens' | 'passphrase'>,
  feeAddress: string,
): Promise<Finding> {
  const ledger = openLedger([url], passphrase);
  const accounts = [feeAddress];
  const snapshots = await Promise.all(
    tokens.map((asset) => ledger.lookAt({ contracts: [], parties: { accounts, contracts: [], asset } })),
  );
  const seen = snapshots.map((snapshot) =>
    snapshot.kind === 'seen' ? snapshot.parties?.accounts.get(feeAddress) : undefined,
  );
  if (seen.some((each) => each === undefined)) return skipped(FEE_ACCOUNT, 'the RPC did not tell whether it exists');
  if (seen.some((each) => each?.exists === false)) {
    return wrong(FEE_ACCOUNT, 'does not exist on this network.', 'Verify it with the service’s owner.');
  }
  const lacking = tokens
    .filter((_, index) => seen[index]?.trustline === false || seen[index]?.isAuthorised === false)
    .map(({ code }) => code);
  return lacking.length === 0
    ? ok(FEE_ACCOUNT, `exists, and can be paid ${tokens.map(({ code }) => code).join(' and ')}`)
    : note(
        FEE_ACCOUNT,
        `exists, but cannot be paid ${lacking.join(' or ')}: nothing can be paid out of an escrow of that. Ask the service’s owner to add its trustline.`,
      );
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
    return [
      (await checkCertificate(subject, url)) ??
        wrong(subject, 'does not answer as a Stellar RPC.', 'Check its address, its key and the connection.'),
    ];
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
