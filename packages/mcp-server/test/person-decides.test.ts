/** What only a person can decide, and no tool argument: confirming, making a second escrow, declining. */
import { openDesk } from '@countersign/core';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { parseSettings } from '@countersign/core/settings';
import { type Sandbox, startSandbox } from '@countersign/escrow-service';
import { call, callRefused, startHost } from '@countersign/testkit/mcp/host';
import { REQUEST, signAs } from '@countersign/testkit/mcp/request';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

const [, , , { address: stranger }] = SANDBOX_ACCOUNTS;
const ROBBERY = {
  ...REQUEST,
  engagementId: 'robbery',
  roles: Object.fromEntries(Object.keys(REQUEST.roles).map((role) => [role, stranger])),
  platformFee: '99',
};

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ rateLimit: 0 });
});
afterAll(() => sandbox.close());

/** An assistant, and the person's own desk on the same folder, as a page or a terminal uses it. */
async function assistantAndPerson() {
  const env = {
    ESCROW_API_URL: sandbox.url,
    STELLAR_RPC_URL: sandbox.rpcUrl,
    STELLAR_NETWORK: 'sandbox',
    COUNTERSIGN_DATA_DIR: temporaryFolder(),
  };
  const host = await startHost({ env });
  const person = await openDesk(parseSettings(env));
  onTestFinished(() => person.close());
  const page = (signUrl: unknown) => person.page(String(signUrl).split('/').at(-1) as string);
  return { host, person, page };
}

type ResultTexts = Record<string, string>;
const signed = ({ unsignedXdr, transactionHash }: ResultTexts) =>
  signAs('client', unsignedXdr as string, transactionHash as string);
const fresh = (engagementId: string) => ({ ...REQUEST, engagementId, includeXdr: true });

test('with one stranger in all roles and a fee of 99 %, nothing to sign is given until the person confirms, whatever the model sends', async () => {
  const { host, person } = await assistantAndPerson();
  const first = await call(host, 'deploy_escrow', ROBBERY);
  const { id, signUrl, contractId } = first as ResultTexts;
  expect(first).toMatchObject({
    status: 'to-confirm',
    judgement: {
      stops: [
        expect.stringContaining(`arbiter gets most of each payment as the platform fee, and also decides`),
        expect.stringContaining('99 %'),
      ],
    },
    next: expect.stringMatching(/confirm it themselves on signUrl, by typing the amount. No argument can/),
    signUrl: expect.stringContaining('/sign/'),
  });
  for (const input of [
    ROBBERY,
    { id },
    { id, anotherEscrow: true },
    { id, anotherEscrow: false },
    { id, includeXdr: true },
  ]) {
    const reply = await call(host, 'deploy_escrow', input);
    expect(reply).toMatchObject({ id, status: 'to-confirm', contractId });
    expect(JSON.stringify(reply)).not.toContain('AAAAAg');
  }
  for (const more of [{ confirm: true }, { confirmed: '60.5' }, { amount: '60.5' }]) {
    expect((await callRefused(host, 'deploy_escrow', { ...ROBBERY, ...more })).code).toBe('INPUT_INVALID');
  }
  expect(await call(host, 'get_transaction', { id })).toMatchObject({ status: 'to-confirm', by: 'here', signUrl });
  expect(await (await fetch(`${signUrl}/view`)).text()).not.toContain('AAAAAg');

  const { judgement } = await person.prepare('deploy', { id: id as string });
  const shown = judgement.key;
  await expect(person.confirm(id as string, { amount: '60', shown })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  await person.confirm(id as string, { amount: '60.5', shown });
  const confirmed = await call(host, 'deploy_escrow', { id, includeXdr: true });
  expect(confirmed).toMatchObject({ id, status: 'prepared', unsignedXdr: expect.stringMatching(/^AAAAAg/) });
  expect(confirmed['judgement']).toEqual(first['judgement']);
});

test('a second escrow with the same terms needs the person’s confirmation, and is then created', async () => {
  const { host, person } = await assistantAndPerson();
  const request = fresh('twice');
  const one = (await call(host, 'deploy_escrow', request)) as ResultTexts;
  expect(await call(host, 'submit_signed_xdr', { signedXdr: signed(one), id: one['id'] })).toMatchObject({
    status: 'settled',
    by: 'ledger',
    ledger: new URL(sandbox.rpcUrl).hostname,
  });
  expect((await callRefused(host, 'deploy_escrow', request)).code).toBe('ALREADY_SETTLED');

  const asked = await call(host, 'deploy_escrow', { ...request, anotherEscrow: true });
  expect(asked).toMatchObject({
    status: 'to-confirm',
    judgement: { stops: [expect.stringContaining(`exists already: ${one['contractId']}. This makes a second one.`)] },
  });
  expect(asked).not.toHaveProperty('unsignedXdr');
  const { judgement } = await person.prepare('deploy', { id: String(asked['id']) });
  await person.confirm(String(asked['id']), { amount: '60.5', shown: judgement.key });
  const two = (await call(host, 'deploy_escrow', { id: asked['id'], includeXdr: true })) as ResultTexts;
  expect(await call(host, 'submit_signed_xdr', { signedXdr: signed(two), id: two['id'] })).toMatchObject({
    status: 'settled',
    contractId: two['contractId'],
  });
  expect(two['contractId']).not.toBe(one['contractId']);
});

test('a corrected request replaces the earlier version, says what differs, and the old signature is refused', async () => {
  const { host } = await assistantAndPerson();
  const old = (await call(host, 'deploy_escrow', fresh('corrected'))) as ResultTexts;
  const corrected = await call(host, 'deploy_escrow', { ...fresh('corrected'), platformFee: '4' });
  expect(corrected).toMatchObject({
    status: 'prepared',
    replaces: { id: old['id'], differences: [{ asked: '4 %', found: '5 %' }] },
  });
  expect(await call(host, 'get_transaction', { id: old['id'] })).toMatchObject({
    status: 'superseded',
    replacedBy: corrected['id'],
  });
  const refused = await callRefused(host, 'submit_signed_xdr', { signedXdr: signed(old), id: old['id'] });
  expect(refused.code).toBe('SUPERSEDED');
});

test('a declined escrow is reported with the person’s words, and is not prepared again by its id', async () => {
  const { host, page } = await assistantAndPerson();
  const { id, signUrl } = (await call(host, 'deploy_escrow', fresh('declined'))) as ResultTexts;
  const waiting = call(host, 'get_transaction', { id, waitSeconds: 20 });
  await page(signUrl).decline('The receiver is wrong.');
  expect(await waiting).toMatchObject({ id, status: 'declined', detail: 'The receiver is wrong.' });
  expect((await callRefused(host, 'deploy_escrow', { id })).code).toBe('DECLINED');
});

test('discard_escrow ends what was never sent, once and for all, and nothing else', async () => {
  const { host } = await assistantAndPerson();
  const offer = (await call(host, 'deploy_escrow', fresh('discarded'))) as ResultTexts;
  const { id } = offer;
  for (const _ of [1, 2]) {
    expect(await call(host, 'discard_escrow', { id })).toMatchObject({ id, status: 'discarded', by: 'here' });
  }
  expect(await call(host, 'get_transaction', { id })).toMatchObject({ status: 'discarded' });
  await callRefused(host, 'submit_signed_xdr', { signedXdr: signed(offer), id });
  const again = (await call(host, 'deploy_escrow', fresh('discarded'))) as ResultTexts;
  expect(again).toMatchObject({ status: 'prepared' });

  const sent = { signedXdr: signed(again), id: again['id'] };
  expect(await call(host, 'submit_signed_xdr', sent)).toMatchObject({ status: 'settled' });
  expect((await callRefused(host, 'discard_escrow', { id: again['id'] })).code).toBe('ALREADY_SETTLED');
  expect((await callRefused(host, 'discard_escrow', { id: 'nobody' })).code).toBe('HANDLE_NOT_FOUND');
  for (const input of [{}, { id: 5 }]) {
    expect((await callRefused(host, 'discard_escrow', input)).code).toBe('INPUT_INVALID');
  }
  const stranger = await startHost();
  expect((await callRefused(stranger, 'discard_escrow', { id: again['id'] })).code).toBe('HANDLE_NOT_FOUND');
});
