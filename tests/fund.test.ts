/** A payment into an escrow, from request to settlement, on a real ledger behind an RPC that lies or loses answers. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createDesk, createEscrowClient, type Desk, openSqliteStore, type Store } from '@countersign/core';
import { type CountersignError, fieldProblem } from '@countersign/core/errors';
import { encodeStrKey } from '@countersign/core/escrow';
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { NETWORKS, type Network } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { createSecretScanner } from '@countersign/core/secrets';
import { spokenFields } from '@countersign/core/words/problems';
import { type Sandbox, startSandbox } from '@countersign/escrow-service';
import { requestInput } from '@countersign/testkit/fixtures/deploy-fixture';
import { Keypair, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

const network: Network = NETWORKS.sandbox;
const [usdc] = NETWORKS.sandbox.tokens;
const client = sandboxKeypair('client');

type Limits = Parameters<typeof createDesk>[0]['policy']['limits'];
type Reply = { result?: Record<string, unknown> };
/** How the RPC's answer to a method is altered; nothing: it is lost. */
type Lies = Readonly<Record<string, (reply: Reply) => Reply | undefined>>;

/** How far the desks' clock is ahead. */
let skew = 0;

const milestones = [{ description: 'All of it', amount: '450.5' }];

let sandbox: Sandbox;
let escrow: string;
beforeAll(async () => {
  sandbox = await startSandbox({ rateLimit: 0 });
  const desk = deskOn(sandbox.rpcUrl);
  const offer = await desk.prepare('deploy', requestInput({ signer: client.publicKey(), milestones }));
  await desk.submit({ signedXdr: signed(offer), id: offer.id });
  escrow = offer.contractId;
  await desk.close();
});
afterAll(() => sandbox.close());

function deskOn(rpcUrl: string, limits: NonNullable<Limits> = [], store = openSqliteStore(undefined, 'sandbox')): Desk {
  const { url: baseUrl, accessToken, apiKey } = sandbox;
  return createDesk({
    service: createEscrowClient({ baseUrl, accessToken, apiKey, requestsPerMinute: 1_000 }),
    store,
    network,
    policy: {
      maxFee: 50_000_000n,
      allowPartly: false,
      allowForeign: false,
      readOnly: false,
      feeStop: 2_000,
      limits,
    },
    scanner: createSecretScanner(),
    now: () => Date.now() + skew,
    signUrl: (pageId) => pageId,
    ledger: openLedger([rpcUrl], network.passphrase),
  });
}

/** A desk whose Stellar RPC is the sandbox's, except for the lies. */
async function lyingDesk(lies: Lies, limits?: Limits, store?: Store): Promise<Desk> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { method } = JSON.parse(body) as { method: string };
    const answer = await fetch(sandbox.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const reply = (await answer.json()) as Reply;
    const told = lies[method] === undefined ? reply : lies[method](reply);
    if (told === undefined) response.destroy();
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(told));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const desk = deskOn(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, limits, store);
  onTestFinished(async () => {
    await desk.close();
    server.closeAllConnections();
    server.close();
  });
  return desk;
}

function signed({ unsignedXdr }: { readonly unsignedXdr?: string | undefined }, by = client): string {
  const transaction = TransactionBuilder.fromXdr(unsignedXdr as string, network.passphrase);
  transaction.sign(by);
  return transaction.toXdr();
}

let count = 0;
const payment = () => {
  count += 1;
  return {
    signer: client.publicKey(),
    escrow,
    amount: String(count),
    trustline: { address: usdc.address, decimals: 10_000_000 },
  };
};

async function held(desk: Desk): Promise<number> {
  const { balances } = await desk.balances({ signer: client.publicKey(), addresses: [escrow] });
  return Number((balances[0] as { balance: string }).balance);
}

test('prepared, signed and settled, it arrives to the last unit, and one handle is one payment', async () => {
  const desk = await lyingDesk({});
  const before = await held(desk);
  const asked = { ...payment(), amount: '12.3456789' };
  const offer = await desk.prepare('fund', asked);
  expect(offer).toMatchObject({
    status: 'prepared',
    checked: 'verified',
    contractId: escrow,
    summary: { signer: client.publicKey(), escrow, amount: '12.3456789', token: { code: 'USDC' } },
  });
  // A repeated request gives the same offer, and so does its id.
  expect((await desk.prepare('fund', asked)).transactionHash).toBe(offer.transactionHash);
  expect((await desk.prepare('fund', { id: offer.id })).transactionHash).toBe(offer.transactionHash);
  await expect(desk.prepare('deploy', { id: offer.id })).rejects.toMatchObject({ code: 'HANDLE_NOT_FOUND' });
  const settlement = await desk.submit({ signedXdr: signed(offer), id: offer.id });
  expect(settlement).toMatchObject({
    status: 'settled',
    transactionHash: offer.transactionHash,
    by: 'ledger',
    contractId: escrow,
    next: expect.stringContaining('arrived'),
  });
  expect((await held(desk)) - before).toBeCloseTo(12.3456789, 7);
  expect(await desk.submit({ signedXdr: signed(offer), id: offer.id })).toEqual(settlement);
  expect(await desk.status(offer.id)).toMatchObject({ status: 'settled' });
});

test('nothing is paid twice unasked: an equal payment is a stop until the person types the amount', async () => {
  const desk = await lyingDesk({});
  const before = await held(desk);
  const asked = payment();
  const pay = async (offer: { readonly id: string; readonly unsignedXdr?: string | undefined }) =>
    await desk.submit({ signedXdr: signed(offer), id: offer.id });
  await pay(await desk.prepare('fund', asked));
  for (const _ of [1, 2]) {
    const again = await desk.prepare('fund', asked);
    expect(again).toMatchObject({
      status: 'to-confirm',
      judgement: {
        stops: [{ code: 'PAID_ALREADY', params: { amount: asked.amount, token: 'USDC', at: expect.any(String) } }],
      },
    });
    expect(again).not.toHaveProperty('unsignedXdr');
    expect(await desk.status(again.id)).toMatchObject({ status: 'to-confirm' });
    await expect(
      desk.confirm(again.id, { amount: `${asked.amount}0`, shown: again.judgement.key }),
    ).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  }
  expect((await held(desk)) - before).toBe(Number(asked.amount));

  // An equal instalment that the person wants.
  const { id, judgement } = await desk.prepare('fund', asked);
  await desk.confirm(id, { amount: asked.amount, shown: judgement.key });
  const wanted = await desk.prepare('fund', { id });
  expect(wanted).toMatchObject({ status: 'prepared', unsignedXdr: expect.any(String) });
  expect(await pay(wanted)).toMatchObject({ status: 'settled' });
  expect((await held(desk)) - before).toBe(2 * Number(asked.amount));
  // That confirmation covered one payment.
  expect(await desk.prepare('fund', asked)).toMatchObject({ status: 'to-confirm' });
});

test('an authorisation that the RPC injects is refused before anybody signs', async () => {
  const desk = await lyingDesk({
    simulateTransaction: (reply) => {
      const [first] = (reply.result?.['results'] ?? []) as { auth?: string[] }[];
      if (first?.auth?.[0] === undefined) return reply;
      const entry = xdr.SorobanAuthorizationEntry.fromXdr(first.auth[0], 'base64');
      first.auth = [entry, entry].map((one) => one.toXdr('base64'));
      return reply;
    },
  });
  await expect(desk.prepare('fund', payment())).rejects.toMatchObject({
    code: 'TRANSACTION_MISMATCH',
    differences: expect.arrayContaining([expect.objectContaining({ field: 'authorisation' })]),
  });
});

test('if the answer to a submission is lost, the ledger tells its outcome', async () => {
  const desk = await lyingDesk({ sendTransaction: () => undefined });
  const before = await held(desk);
  const asked = payment();
  const offer = await desk.prepare('fund', asked);
  expect(await desk.submit({ signedXdr: signed(offer), id: offer.id })).toMatchObject({
    status: 'settled',
    by: 'ledger',
  });
  expect((await held(desk)) - before).toBe(Number(asked.amount));
});

test('a meaningless answer to a submission leaves the outcome unknown, not the payment unsent', async () => {
  const lost = { oldestLedgerCloseTime: '1', latestLedgerCloseTime: '2', status: 'NOT_FOUND' };
  const desk = await lyingDesk({
    sendTransaction: () => ({ result: {} }),
    getTransaction: () => ({ result: lost }),
  });
  const offer = await desk.prepare('fund', payment());
  const patience = AbortSignal.timeout(1_500);
  const given = { signedXdr: signed(offer), id: offer.id };
  expect(await desk.submit(given, { signal: patience })).toMatchObject({ status: 'unknown' });
});

test('a payment that was changed after it was prepared is not sent', async () => {
  const desk = await lyingDesk({});
  const offer = await desk.prepare('fund', payment());
  const other = await desk.prepare('fund', payment());
  await expect(desk.submit({ signedXdr: signed(other), id: offer.id })).rejects.toMatchObject({
    code: 'INPUT_INVALID',
  });
  const foreign = await (await lyingDesk({})).prepare('fund', { ...payment(), amount: '77' });
  await expect(desk.submit({ signedXdr: signed(foreign), id: offer.id })).rejects.toMatchObject({
    code: 'TRANSACTION_CHANGED',
    differences: expect.arrayContaining([expect.anything()]),
  });
});

test('the escrow’s contract is called unless a transfer is requested, and each is described as what it is', async () => {
  const desk = await lyingDesk({});
  const { trustline: _, ...asked } = payment();
  const before = await held(desk);
  const offer = await desk.prepare('fund', asked);
  expect(offer).toMatchObject({
    checked: 'verified',
    summary: {
      way: 'escrow',
      title: requestInput()['title'],
      amount: asked.amount,
      token: { code: 'USDC' },
      warnings: [],
    },
    judgement: {
      stops: [],
      warnings: [{ code: 'ESCROW_FROM_ELSEWHERE' }, { code: 'CAN_TAKE_TOGETHER', params: { way: 'release' } }],
      facts: [
        {
          code: 'AFTER_PAYMENT',
          params: { held: expect.stringMatching(/^\d/), needed: '450.5', token: 'USDC' },
        },
        { code: 'ONLY_RESOLVER_MOVES', params: { address: expect.stringMatching(/^G/) } },
        { code: 'CAN_TAKE_TOGETHER', params: { way: 'milestone' } },
        { code: 'CAN_TAKE_TOGETHER', params: { way: 'dispute' } },
      ],
    },
  });
  expect(await desk.submit({ signedXdr: signed(offer), id: offer.id })).toMatchObject({ status: 'settled' });
  expect((await held(desk)) - before).toBeCloseTo(Number(asked.amount), 7);

  // The same payment the other way would be a second payment.
  const plain = await desk.prepare('fund', { ...asked, way: 'transfer' });
  expect(plain).toMatchObject({
    status: 'to-confirm',
    summary: { way: 'transfer', warnings: [expect.stringContaining('plain payment')] },
    judgement: { stops: [{ code: 'PAID_ALREADY', params: { amount: asked.amount } }] },
  });
});

test('for one’s own escrow its id is enough: its signer pays what it needs, and then nothing more is needed', async () => {
  const desk = await lyingDesk({});
  const deploy = await desk.prepare(
    'deploy',
    requestInput({ signer: client.publicKey(), engagementId: 'fund-by-id', milestones }),
  );
  await expect(desk.prepare('fund', { id: deploy.id })).rejects.toMatchObject({
    code: 'NOT_SIGNED_YET',
    signUrl: deploy.signUrl,
  });
  await desk.submit({ signedXdr: signed(deploy), id: deploy.id });
  await expect(desk.prepare('fund', { id: deploy.id, escrow })).rejects.toMatchObject({ fields: [{ path: 'id' }] });
  const more = await desk.prepare('fund', { id: deploy.id, amount: '453.5' });
  expect(more.judgement).toMatchObject({
    stops: [{ code: 'MORE_THAN_NEEDED', params: { held: '0', needed: '450.5', over: '3', token: 'USDC' } }],
    warnings: [],
  });
  const offer = await desk.prepare('fund', { id: deploy.id });
  expect(offer).toMatchObject({
    status: 'prepared',
    contractId: deploy.contractId,
    summary: { signer: client.publicKey(), amount: '450.5' },
  });
  expect(await desk.submit({ signedXdr: signed(offer), id: offer.id })).toMatchObject({ status: 'settled' });
  await expect(desk.prepare('fund', { id: deploy.id })).rejects.toMatchObject({
    fields: [fieldProblem('amount', 'NOTHING_NEEDED', { held: '450.5', needed: '450.5', unit: 'USDC' })],
  });
  expect(await desk.prepare('fund', { id: deploy.id, amount: '1' })).toMatchObject({
    status: 'to-confirm',
    judgement: {
      stops: [{ code: 'MORE_THAN_NEEDED', params: { held: '450.5', needed: '450.5', over: '1', token: 'USDC' } }],
    },
  });
  expect(await desk.get({ id: offer.id })).toMatchObject({ contractId: deploy.contractId, held: '450.5' });
});

test('somebody else’s escrow with the title of one’s own is described by whom it pays and who decides', async () => {
  const arbiter = sandboxKeypair('arbiter');
  const named = ['approver', 'serviceProvider', 'platformAddress', 'release', 'disputeResolver', 'receiver'];
  const madeBy = async (engagementId: string, changes: Record<string, string>) => {
    const theirs = await lyingDesk({});
    const { roles } = requestInput();
    const request = requestInput({ signer: arbiter.publicKey(), engagementId, roles: { ...roles, ...changes } });
    const deploy = await theirs.prepare('deploy', request);
    await theirs.submit({ signedXdr: signed(deploy, arbiter), id: deploy.id });
    return deploy.contractId;
  };
  const pay = async (escrow: string, way: 'escrow' | 'transfer') =>
    await (await lyingDesk({})).prepare('fund', { signer: client.publicKey(), escrow, amount: '1', way });
  const receiver = await madeBy('not-yours', { receiver: arbiter.publicKey() });
  for (const way of ['escrow', 'transfer'] as const) {
    expect(await pay(receiver, way)).toMatchObject({
      status: 'prepared',
      judgement: {
        warnings: [
          { code: 'ESCROW_FROM_ELSEWHERE', params: { receivers: [arbiter.publicKey()] } },
          { code: 'CAN_TAKE_TOGETHER' },
        ],
      },
    });
  }
  // A stop for such a deploy is also a stop for a payment into it.
  const all = await madeBy('all-theirs', Object.fromEntries(named.map((role) => [role, arbiter.publicKey()])));
  const offer = await pay(all, 'escrow');
  const stop = { code: 'CAN_TAKE_ALONE', params: { way: 'release', share: 'all', address: arbiter.publicKey() } };
  expect(offer).toMatchObject({ status: 'to-confirm', judgement: { stops: [stop] } });
  expect(offer).not.toHaveProperty('unsignedXdr');
});

/** The ledger; once switched, the receivers of all escrows are changed. */
function changingReceivers() {
  const [before, now] = [requestInput().roles.receiver, sandboxKeypair('arbiter').publicKey()];
  const keys = [before, now].map((address) => Buffer.from(Keypair.fromPublicKey(address).rawPublicKey()));
  let isChanged = false;
  const getLedgerEntries = (reply: Reply) => {
    const entries = (reply.result?.['entries'] ?? []) as { xdr: string }[];
    for (const entry of isChanged ? entries : []) {
      const [hex, ...hexes] = [Buffer.from(entry.xdr, 'base64'), ...keys].map((bytes) => bytes.toString('hex'));
      entry.xdr = Buffer.from((hex as string).replaceAll(...(hexes as [string, string])), 'hex').toString('base64');
    }
    return reply;
  };
  const change = () => {
    isChanged = true;
  };
  return { lies: { getLedgerEntries }, now, change };
}

test('limits also apply to people whom an update put into the escrow', async () => {
  const { lies, now, change } = changingReceivers();
  const counterparties = [...new Set([...Object.values(requestInput().roles), usdc.issuer])];
  const desk = await lyingDesk(lies, [{ by: 'operator', counterparties }]);
  const named = { engagementId: 'limited', milestones };
  const deploy = await desk.prepare('deploy', requestInput({ signer: client.publicKey(), ...named }));
  await desk.submit({ signedXdr: signed(deploy), id: deploy.id });
  expect(await desk.prepare('fund', { id: deploy.id, amount: '1' })).toMatchObject({ status: 'prepared' });
  change();
  for (const way of ['escrow', 'transfer'] as const) {
    await expect(desk.prepare('fund', { id: deploy.id, amount: '2', way })).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
      message: `The address ${now} is not allowed here.`,
    });
  }
});

test('changed terms are a stop on the payment’s page as well, however often it is renewed there', async () => {
  onTestFinished(() => {
    skew = 0;
  });
  const { lies, change } = changingReceivers();
  const desk = await lyingDesk(lies);
  const named = { engagementId: 'renewed-on-page', milestones };
  const deploy = await desk.prepare('deploy', requestInput({ signer: client.publicKey(), ...named }));
  await desk.submit({ signedXdr: signed(deploy), id: deploy.id });
  const own = await desk.prepare('fund', { id: deploy.id, amount: '1' });
  const pageOf = ({ signUrl }: { readonly signUrl?: string | undefined }) => desk.page(signUrl as string, undefined);
  change();
  const changed = await desk.prepare('fund', { id: deploy.id, amount: '2', way: 'transfer' });
  const stop = {
    code: 'TERMS_CHANGED',
    params: { differences: [{ field: 'roles.serviceProvider' }, { field: 'milestones[0].receiver' }] },
  };
  expect(changed).toMatchObject({ status: 'to-confirm', judgement: { stops: [stop], warnings: [] } });
  // Too little time is left to offer it again.
  skew = 95_000;
  const renewed = await pageOf(changed).renew();
  expect(renewed.transactionHash).not.toBe(changed.transactionHash);
  expect(renewed).toMatchObject({ status: 'to-confirm', judgement: { stops: [stop], warnings: [] } });
  expect(renewed).not.toHaveProperty('unsignedXdr');
  // The page gets the same facts about one's own escrow as the desk.
  expect(own).toMatchObject({ judgement: { warnings: [] } });
});

test('a payment that cannot succeed is not offered, and the error says what to do', async () => {
  const desk = await lyingDesk({});
  const { trustline: _, ...asked } = payment();
  const problemOf = (change: Record<string, unknown>) =>
    desk.prepare('fund', { ...asked, ...change }).then(
      () => 'offered',
      (error: CountersignError) =>
        spokenFields(error, 'en')
          .map(({ path, problem }) => `${path} ${problem}`)
          .join('; '),
    );
  expect(await problemOf({ amount: '999999999' })).toMatch(/^Amount is more than the payer holds: \d/);
  expect(await problemOf({ escrow: encodeStrKey('contract', new Uint8Array(32).fill(6)) })).toMatch(
    /^Escrow is an address with no contract/,
  );
  expect(await problemOf({ escrow: usdc.address })).toMatch(/^Escrow is a contract that is not an escrow/);
  expect(await problemOf({ trustline: { address: encodeStrKey('contract', new Uint8Array(32).fill(6)) } })).toMatch(
    /^Token differs from the escrow’s token, which is USDC/,
  );
  // Only the ledger says what its contract must find.
  expect(await problemOf({ expected: 'AAAA', code: 'ab' })).toBe(
    'Code is read from the ledger; leave it out; Expected is read from the ledger; leave it out',
  );
});

test('an escrow that has changed is not paid through its contract: the change is reported, and nothing is sent', async () => {
  let isChanged = false;
  const title = requestInput()['title'] as string;
  const other = title.replace(/^./, 'X');
  const desk = await lyingDesk({
    getLedgerEntries: (reply) => {
      const entries = (reply.result?.['entries'] ?? []) as { xdr: string }[];
      for (const entry of isChanged ? entries : []) {
        const bytes = Buffer.from(entry.xdr, 'base64');
        const at = bytes.indexOf(title);
        if (at >= 0) bytes.write('X', at);
        entry.xdr = bytes.toString('base64');
      }
      return reply;
    },
  });
  const asked = payment();
  const offer = await desk.prepare('fund', asked);
  isChanged = true;
  const changed = {
    code: 'ESCROW_CHANGED',
    differences: [{ field: 'escrow.title', asked: title, found: other }],
  };
  await expect(desk.submit({ signedXdr: signed(offer), id: offer.id })).rejects.toMatchObject(changed);
  await expect(desk.prepare('fund', { id: offer.id })).rejects.toMatchObject(changed);
  // A new request is another payment, which replaces the first.
  isChanged = false;
  const { title: before } = (await desk.prepare('fund', { id: offer.id })).summary;
  expect(before).toBe(title);
});

test.each(['escrow', 'transfer'] as const)('an escrow that has other code since is not paid, way %s', async (way) => {
  const code = 'ab'.repeat(32);
  const store = openSqliteStore(undefined, 'sandbox');
  const offer = await (await lyingDesk({}, undefined, store)).prepare('fund', { ...payment(), way });
  // A desk that has seen the code of such a contract does not read it again: its functions cannot change it.
  const another = await lyingDesk(
    {
      getLedgerEntries: (reply) => {
        const entries = (reply.result?.['entries'] ?? []) as { xdr: string }[];
        for (const entry of entries) {
          const hex = Buffer.from(entry.xdr, 'base64').toString('hex');
          entry.xdr = Buffer.from(hex.replaceAll(NETWORKS.sandbox.wasmHash, code), 'hex').toString('base64');
        }
        return reply;
      },
    },
    undefined,
    store,
  );
  await expect(another.submit({ signedXdr: signed(offer), id: offer.id })).rejects.toMatchObject({
    code: 'ESCROW_CHANGED',
    differences: [{ field: 'contract code', asked: NETWORKS.sandbox.wasmHash, found: code }],
  });
});

test('without a ledger no payment is prepared', async () => {
  const desk = await lyingDesk({ getLedgerEntries: () => undefined });
  await expect(desk.prepare('fund', payment())).rejects.toMatchObject({ code: 'SERVICE_UNREACHABLE' });
});
