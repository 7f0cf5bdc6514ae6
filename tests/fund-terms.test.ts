/** Whose escrow a payment goes into, and what becomes of it where the escrow’s terms have changed. */
import { fieldProblem } from '@countersign/core/errors';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { requestInput } from '@countersign/testkit/fixtures/deploy-fixture';
import { Keypair } from '@stellar/stellar-sdk/base';
import { expect, onTestFinished, test } from 'vitest';
import { client, clock, escrow, lyingDesk, milestones, type Reply, setUpSandbox, signed, usdc } from './fund-scene.ts';

setUpSandbox();

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
    warnings: [{ code: 'CAN_TAKE_TOGETHER', params: { way: 'release' } }, { code: 'ACCOUNT_MISSING' }],
  });
  const prepared = await desk.prepare('fund', { id: deploy.id });
  expect(prepared).toMatchObject({
    status: 'prepared',
    contractId: deploy.contractId,
    summary: { signer: client.publicKey(), amount: '450.5' },
  });
  expect(await desk.submit({ signedXdr: signed(prepared), id: prepared.id })).toMatchObject({ status: 'settled' });
  await expect(desk.prepare('fund', { id: deploy.id })).rejects.toMatchObject({
    fields: [fieldProblem('amount', 'NOTHING_NEEDED', { held: '450.5', needed: '450.5', unit: 'USDC' })],
  });
  expect(await desk.prepare('fund', { id: deploy.id, amount: '1' })).toMatchObject({
    status: 'to-confirm',
    judgement: {
      stops: [{ code: 'MORE_THAN_NEEDED', params: { held: '450.5', needed: '450.5', over: '1', token: 'USDC' } }],
    },
  });
  expect(await desk.get({ id: prepared.id })).toMatchObject({ contractId: deploy.contractId, held: '450.5' });
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
  const prepared = await pay(all, 'escrow');
  const stop = { code: 'CAN_TAKE_ALONE', params: { way: 'release', share: 'all', address: arbiter.publicKey() } };
  expect(prepared).toMatchObject({ status: 'to-confirm', judgement: { stops: [stop] } });
  expect(prepared).not.toHaveProperty('unsignedXdr');
});

/** The ledger; once switched, the receivers of all escrows are changed. */
function changingReceivers() {
  const [before, now] = [requestInput().roles.receiver as string, sandboxKeypair('arbiter').publicKey()];
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
  const counterparties = [...new Set([...(Object.values(requestInput().roles) as string[]), usdc.issuer])];
  const desk = await lyingDesk(lies, [{ by: 'operator', counterparties }]);
  const named = { engagementId: 'limited', milestones };
  const deploy = await desk.prepare('deploy', requestInput({ signer: client.publicKey(), ...named }));
  await desk.submit({ signedXdr: signed(deploy), id: deploy.id });
  expect(await desk.prepare('fund', { id: deploy.id, amount: '1' })).toMatchObject({ status: 'prepared' });
  change();
  for (const way of ['escrow', 'transfer'] as const) {
    await expect(desk.prepare('fund', { id: deploy.id, amount: '2', way })).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
      message: `The address Cleo (${now}) is not allowed here.`,
    });
  }
});

test('changed terms are a stop on the payment’s page as well, however often it is renewed there', async () => {
  onTestFinished(() => {
    clock.aheadMs = 0;
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
  const warnings = [{ code: 'CAN_TAKE_TOGETHER', params: { way: 'release' } }];
  expect(changed).toMatchObject({ status: 'to-confirm', judgement: { stops: [stop], warnings } });
  // Too little time is left to offer it again.
  clock.aheadMs = 295_000;
  const renewed = await pageOf(changed).renew();
  expect(renewed.transactionHash).not.toBe(changed.transactionHash);
  expect(renewed).toMatchObject({ status: 'to-confirm', judgement: { stops: [stop], warnings } });
  expect(renewed).not.toHaveProperty('unsignedXdr');
  expect(own.judgement.stops).toEqual([]);
});
