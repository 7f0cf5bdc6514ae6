/** What core adds to a call of the escrow service, beside a plain fetch of the same request and reply. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createDesk,
  createEscrowClient,
  createSecretScanner,
  type Desk,
  openSqliteStore,
  type PrepareInput,
} from '@countersign/core';
import type { Ledger } from '@countersign/core/internal/ledger/ledger';
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import {
  buildDeploy,
  request,
  requestInput,
  sandbox,
  signerKey,
  time,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { StrKey, xdr } from '@stellar/stellar-sdk/base';
import { atMost, type Bench, type Figure, median, samplePair } from './figure.ts';
import { type MeasuredRequest, startLocalService } from './local-service.ts';

const DEPLOY_AIM_MS = 2;
/** With the account and the parties read from the ledger meanwhile. */
const DEPLOY_BESIDE_LEDGER_AIM_MS = 2.5;
const BALANCE_AIM_MS = 0.3;
const AT_ONCE = 200;
const REQUESTS_AIM = 10;
/** The highest quota that the settings accept, so that nothing waits for it. */
const REQUESTS_PER_MINUTE = 100_000;
/** Lone calls: Bottleneck counts some 400 requests a second, more than a quota of a minute could ever need. */
const REST_MS = 3;
/** An offer may live for ten minutes at most. */
const OFFER_LIFE_S = 500;

/** `deploys` for each store; the first `warm` runs do not count. */
type Runs = { readonly deploys: number; readonly balances: number; readonly warm: number };

export const clientBench: Bench = {
  title: 'Client, beside a plain fetch of the same request and reply',
  run: () => measureClient({ deploys: 400, balances: 1_000, warm: 200 }),
};

const signer = signerKey.publicKey();
const escrows = Array.from({ length: AT_ONCE }, (_, index) => {
  const bytes = new Uint8Array(32);
  new DataView(bytes.buffer).setUint32(0, index);
  return StrKey.encodeContract(bytes);
});

export async function measureClient({ deploys, balances, warm }: Runs): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'));
  let last: MeasuredRequest | undefined;
  let lastOfLedger: MeasuredRequest | undefined;
  let count = 0;
  let prepared: unknown;
  const service = await startLocalService((asked) => {
    if (asked.path === RPC_PATH) {
      lastOfLedger = asked;
      return { status: 200, body: ledgerAnswer(asked) };
    }
    last = asked;
    count++;
    return { status: 200, body: asked.method === 'GET' ? balancesOf(asked) : prepared };
  });
  const onDisk = openDesk(service.url, folder);
  const inMemory = openDesk(service.url, undefined);
  const besideLedger = openDesk(
    service.url,
    join(folder, 'beside'),
    openLedger([service.url + RPC_PATH], sandbox.passphrase),
  );
  try {
    /** A different request for each call: a repeated one would get the stored offer. */
    const deployWith = (desk: Desk) => {
      const offers = prepareOffers(deploys + warm).values();
      return async () => {
        const { input, reply } = offers.next().value as Offer;
        prepared = reply;
        await desk.prepare('deploy', input);
      };
    };
    const readOne = () => onDisk.balances({ signer, addresses: escrows.slice(0, 1) });
    /** What core asked last, asked again. */
    const plainly = () => fetchPlainly(service.url, last as MeasuredRequest);

    // In memory first, which warms the code up for both.
    const deployInMemory = await samplePair(deployWith(inMemory), plainly, deploys, warm, REST_MS);
    const deploy = await samplePair(deployWith(onDisk), plainly, deploys, warm, REST_MS);
    /** Both that core asked last, side by side. */
    const bothPlainly = () => Promise.all([plainly(), fetchPlainly(service.url, lastOfLedger as MeasuredRequest)]);
    const deployBeside = await samplePair(deployWith(besideLedger), bothPlainly, deploys, warm, REST_MS);
    const balance = await samplePair(readOne, plainly, balances, warm, REST_MS);
    const requestsFor = async (read: (address: string) => Promise<unknown>) => {
      count = 0;
      await Promise.all(escrows.map(read));
      return count;
    };
    const requests = await requestsFor((address) => onDisk.balances({ signer, addresses: [address] }));
    return [
      ...costOf('a deploy', deploy, DEPLOY_AIM_MS),
      ...costOf('a deploy, the ledger asked beside', deployBeside, DEPLOY_BESIDE_LEDGER_AIM_MS),
      ...costOf('a deploy, store in memory', deployInMemory),
      ...costOf('a balance', balance, BALANCE_AIM_MS),
      {
        name: `${AT_ONCE} single balances at once`,
        value: requests,
        unit: 'requests',
        against: { name: 'by a plain client', value: await requestsFor(plainly) },
        aim: atMost(requests, REQUESTS_AIM, 'requests'),
      },
    ];
  } finally {
    await onDisk.close();
    await inMemory.close();
    await besideLedger.close();
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
}

type Offer = { readonly input: PrepareInput<'deploy'>; readonly reply: unknown };

function prepareOffers(count: number): Offer[] {
  const end = Math.floor(Date.now() / 1_000) + OFFER_LIFE_S;
  return Array.from({ length: count }, (_, index) => {
    const changes = { engagementId: `engagement-${index}` };
    const salt = new Uint8Array(32);
    new DataView(salt.buffer).setUint32(0, index);
    const unsignedTransaction = buildDeploy(request(changes), { salt, condition: time(0, end) });
    return { input: requestInput(changes), reply: { status: 'SUCCESS', unsignedTransaction } };
  });
}

function balancesOf({ path }: MeasuredRequest): unknown {
  const addresses = new URL(path, 'http://service.example').searchParams.getAll('addresses[]');
  return addresses.map((address) => ({ address, balance: 450.5 }));
}

const RPC_PATH = '/rpc';

/** A ledger on which the signer's next transaction is the one that the service builds. */
const signerEntry = xdr.LedgerEntryData.account(
  new xdr.AccountEntry({
    accountId: signerKey.xdrAccountId(),
    balance: 1_000_000_000n,
    seqNum: 41n,
    numSubEntries: 0,
    inflationDest: null,
    flags: 0,
    homeDomain: '',
    thresholds: new xdr.Thresholds(Uint8Array.of(1, 0, 0, 0)),
    signers: [],
    ext: xdr.AccountEntryExt.v0(),
  }),
).toXdr('base64');
const signerEntryKey = xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId: signerKey.xdrAccountId() })).toXdr(
  'base64',
);

function ledgerAnswer({ body }: MeasuredRequest): unknown {
  const { id, method } = JSON.parse(body) as { readonly id: unknown; readonly method: string };
  const entries = [{ key: signerEntryKey, xdr: signerEntry, lastModifiedLedgerSeq: 8 }];
  const result =
    method === 'getNetwork' ? { passphrase: sandbox.passphrase, protocolVersion: 23 } : { latestLedger: 9, entries };
  return { jsonrpc: '2.0', id, result };
}

/** @param dataDir folder of the store; nothing: in memory */
function openDesk(baseUrl: string, dataDir: string | undefined, ledger?: Ledger): Desk {
  const credentials = { accessToken: 'bench-access-token-1', apiKey: 'bench-api-key-12345' };
  return createDesk({
    service: createEscrowClient({ baseUrl, ...credentials, requestsPerMinute: REQUESTS_PER_MINUTE }),
    store: openSqliteStore(dataDir, 'sandbox'),
    network: sandbox,
    policy: { maxFee: 50_000_000n, allowPartly: false, allowForeign: false, readOnly: false },
    scanner: createSecretScanner(Object.values(credentials)),
    now: Date.now,
    ...(ledger === undefined ? {} : { ledger }),
  });
}

const SENT_HEADERS = ['content-type', 'authorization', 'x-api-key'];

async function fetchPlainly(url: string, { method, path, headers, body }: MeasuredRequest): Promise<unknown> {
  const sent = SENT_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]]));
  const init = { method, headers: Object.fromEntries(sent), ...(body === '' ? {} : { body }) };
  const response = await fetch(url + path, init);
  return await response.json();
}

/** `times` of core and of a plain fetch, alternating. The aim is for what core adds. */
function costOf(what: string, [core, plain]: readonly [number[], number[]], aimMs?: number): Figure[] {
  const added = median(core.map((time, index) => time - (plain[index] as number)));
  return [
    {
      name: `${what}, p50`,
      value: median(core),
      unit: 'ms',
      against: { name: 'for a plain fetch', value: median(plain) },
    },
    {
      name: 'of it added by core',
      value: added,
      unit: 'ms',
      ...(aimMs === undefined ? {} : { aim: atMost(added, aimMs, 'ms') }),
    },
  ];
}
