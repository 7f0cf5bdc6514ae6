/** The terms of an escrow on their way through the service: all their digits, other spellings, and the escrow’s address. */
import { readTransaction } from '@countersign/core/envelope';
import { liveMulti, readDeploy } from '@countersign/core/kinds';
import { contractQuestion } from '@countersign/core/ledger';
import { liveEscrow, liveFund, startLiveSandbox } from '@countersign/testkit/ledger/live-client';
import {
  address,
  call,
  deploy,
  deployBody,
  deployEscrow,
  PASSPHRASE,
  send,
  sign,
  startTestSandbox,
  TOKEN,
} from '@countersign/testkit/ledger/sandbox-client';
import { Api } from '@stellar/stellar-sdk/rpc';
import { afterAll, expect, test } from 'vitest';

const t = await startTestSandbox();
const v1 = await startLiveSandbox();
afterAll(() => Promise.all([t.sandbox.close(), v1.sandbox.close()]));

const addressOf = (unsignedXdr: string) => {
  const deployed = readDeploy(readTransaction(unsignedXdr, PASSPHRASE), PASSPHRASE);
  return 'unreadable' in deployed ? expect.fail('a deploy was expected') : deployed.contractId;
};

test('a deploy takes money with more digits than a float has, and returns it to the last one', async () => {
  const body = JSON.stringify(deployBody({ receiverMemo: 1, milestones: [{ description: 'a', amount: 12345 }] }))
    .replace('"amount":12345', '"amount":922337203684.1234567')
    .replace('"receiverMemo":1', '"receiverMemo":4294967295');
  const { json } = await deploy(t, body);
  const { text } = await send(t, sign(json.unsignedTransaction, 'client'));
  expect(text).toContain('"amount":922337203684.1234567');
  expect(text).toContain('"receiverMemo":4294967295');
});

test('an update by the platform takes them too, in the units of the token itself', async () => {
  const contractId = await deployEscrow(t);
  const { signer: _, ...terms } = deployBody({
    platformFee: 1.25,
    milestones: [{ description: 'All of it', amount: JSON.rawJSON('900719925474.0992123') }],
    trustline: { address: TOKEN.address },
    receiverMemo: 7,
  });
  const { json } = await call(`${t.sandbox.url}/escrow/multi-release/update-escrow`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${t.sandbox.accessToken}` },
    body: JSON.stringify({ contractId, signer: address('platform'), escrow: terms }),
  });
  expect((await send(t, sign(json.unsignedTransaction, 'platform'))).status).toBe(200);
  const simulation = await t.rpc.simulateTransaction(contractQuestion(PASSPHRASE, contractId, 'get_escrow'));
  if (Api.isSimulationError(simulation) || simulation.result === undefined) throw new Error('no escrow');
  expect(liveMulti.decode(simulation.result.retval).escrow).toMatchObject({
    platformFee: 125,
    milestones: [{ description: 'All of it', amount: 9_007_199_254_740_992_123n, status: 'pending', evidence: '' }],
    receiverMemo: 7n,
  });
});

test('a deploy takes roles and trustline as a list of one, and every spelling of a role', async () => {
  const { roles, trustline } = deployBody() as { roles: Record<string, string>; trustline: unknown };
  const { release, platformAddress, ...others } = roles;
  const body = deployBody({
    engagementId: 'spellings',
    roles: [{ ...others, releaseSigner: release, plataformAddress: platformAddress }],
    trustline: [trustline],
  });
  expect((await deploy(t, body)).status).toBe(201);
});

test('the address stays while the account has signed nothing, and only one of two such transactions settles', async () => {
  const body = deployBody({ engagementId: 'renewed' });
  const first = await deploy(t, body);
  t.clock.now += 30_000;
  const again = await deploy(t, body);
  expect(again.json.unsignedTransaction).not.toBe(first.json.unsignedTransaction);
  const contractId = addressOf(first.json.unsignedTransaction);
  expect(addressOf(again.json.unsignedTransaction)).toBe(contractId);
  expect((await send(t, sign(first.json.unsignedTransaction, 'client'))).json.contractId).toBe(contractId);
  expect((await send(t, sign(again.json.unsignedTransaction, 'client'))).status).toBe(400);
  // Another escrow with the same terms, which is the caller's to ask for.
  const other = await deploy(t, body);
  expect(addressOf(other.json.unsignedTransaction)).not.toBe(contractId);
  expect((await send(t, sign(other.json.unsignedTransaction, 'client'))).status).toBe(200);
});

test('the address is another for other terms, and for another receiver of a milestone', async () => {
  const [design, build] = deployBody()['milestones'] as [object, object];
  const bodies = [
    deployBody({ engagementId: 'a' }),
    deployBody({ engagementId: 'b' }),
    deployBody({ engagementId: 'a', milestones: [{ ...design, receiver: address('client') }, build] }),
    deployBody({ engagementId: 'a', kind: 'single' }),
  ];
  const built = await Promise.all(bodies.map((body) => deploy(t, body)));
  expect(new Set(built.map(({ json }) => addressOf(json.unsignedTransaction))).size).toBe(4);
});

test('v1 takes a token’s contract in place of its issuer in a deploy, but not in a funding', async () => {
  for (const release of ['multi', 'single'] as const) {
    const escrow = await liveEscrow(v1, release, { trustline: { address: TOKEN.address, symbol: 'USDC' } });
    const { status, json } = await liveFund(v1, release, escrow);
    expect([status, json.message]).toEqual([400, 'HostError: Error(Storage, MissingValue)']);
  }
});
