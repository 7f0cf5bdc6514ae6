/** What is known of a transaction that somebody shows: their own by its hash, and steps of an escrow that the ledger has. */
import { signAs } from '@countersign/testkit/mcp/request';
import { deployInput, fundedEscrow, openScene, take } from '@countersign/testkit/page/scene';
import { FeeBumpTransaction, Keypair, TransactionBuilder } from '@stellar/stellar-sdk/base';
import { afterAll, expect, test } from 'vitest';
import { NETWORKS, SANDBOX_ACCOUNTS } from '../../escrow/network.ts';

const scene = await openScene();
afterAll(() => scene.close());

const { passphrase } = NETWORKS.sandbox;
const [client, provider] = SANDBOX_ACCOUNTS;
const ADA = { tenant: 'guild', id: 'ada' };
const BOB = { tenant: 'guild', id: 'bob' };
const TITLE = 'Website for the harbour museum';

const linesOf = ({ lines }: { readonly lines: readonly { label: string; value: string }[] }, label: string) =>
  lines.filter((line) => line.label === label).map(({ value }) => value);

/** A payment into a new escrow, prepared by Ada and not signed. */
async function preparedFunding() {
  const ada = scene.desk.for(ADA);
  const deploy = await ada.prepare('deploy', deployInput());
  const { transactionHash, contractId } = deploy;
  await ada.submit({ signedXdr: signAs('client', String(deploy.unsignedXdr), transactionHash) });
  const funding = await ada.prepare('fund', { escrow: contractId, signer: client.address, amount: '321.5' });
  return { ada, contractId, xdr: String(funding.unsignedXdr), hash: funding.transactionHash };
}

test('recognises the caller’s own payment whatever wraps its transaction', async () => {
  const { ada, contractId, xdr, hash } = await preparedFunding();
  const bump = TransactionBuilder.buildFeeBumpTransaction(
    Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(9)),
    '1000000000',
    TransactionBuilder.fromXDR(signAs('client', xdr, hash), passphrase) as never,
    passphrase,
  );
  expect(bump).toBeInstanceOf(FeeBumpTransaction);
  const forms = [
    xdr,
    signAs('client', xdr, hash),
    bump.toXDR(),
    `web+stellar:tx?xdr=${encodeURIComponent(xdr)}&msg=hi`,
  ];
  for (const form of forms) {
    const explained = await ada.explain({ xdr: form });
    expect(explained.heading).toMatch(
      new RegExp(
        `This is what you prepared at \\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z: a payment for the escrow “${TITLE}”\\.$`,
      ),
    );
    expect(linesOf(explained, 'Title')).toEqual([TITLE]);
    expect(linesOf(explained, 'Escrow address')).toEqual([contractId]);
    expect(linesOf(explained, 'State')).toEqual(['Waiting for a signature']);
    const text = [explained.heading, ...explained.lines.map(({ value }) => value)].join('\n');
    expect(text.split('321.5 USDC')).toHaveLength(2);
    expect(text).not.toContain('3215000000');
    expect(explained.note).not.toContain('compared with no request');
  }
});

test('shows another person only what the ledger has of the escrow', async () => {
  const { xdr } = await preparedFunding();
  const { heading } = await scene.desk.for(BOB).explain({ xdr });
  expect(heading).toBe(`This is a payment for the escrow “${TITLE}”, which is on the ledger.`);
});

test('does not recognise a transaction when anything in it differs', async () => {
  const { ada, xdr } = await preparedFunding();
  const near = TransactionBuilder.cloneFrom(TransactionBuilder.fromXDR(xdr, passphrase) as never, { fee: '5000000' });
  const { heading } = await ada.explain({ xdr: near.build().toXDR() });
  expect(heading).not.toContain('you prepared');
});

test('shows that the caller’s own transaction was discarded', async () => {
  const ada = scene.desk.for(ADA);
  const input = deployInput();
  const first = await ada.prepare('deploy', input);
  await ada.discard(String(first.id));
  const explained = await ada.explain({ xdr: String(first.unsignedXdr) });
  expect(explained.heading).toMatch(/^This is what you prepared at .*: a new escrow\. Creates an escrow for “/);
  expect(linesOf(explained, 'State')).toEqual(['Discarded']);
});

test('names title, amount and payee of each step of an escrow on the ledger', async () => {
  const { desk } = scene;
  const escrow = await fundedEscrow(desk);
  await take(desk, 'provider', 'change-status', { escrow, milestone: 1 });
  const approval = await desk.prepare('approve', { escrow, milestone: 1 });
  const bob = desk.for(BOB);
  const read = async (xdr: unknown) => await bob.explain({ xdr: String(xdr) });
  const approving = await read(approval.unsignedXdr);
  expect(approving.heading).toBe(`This is an approval for the escrow “${TITLE}”, which is on the ledger.`);
  expect(linesOf(approving, 'Title')).toEqual([TITLE]);
  expect(linesOf(approving, 'Milestone 1')).toEqual([
    expect.stringMatching(new RegExp(`^1200 USDC: Design approved by the museum.*${provider.address}`)),
  ]);
  await take(desk, 'client', 'dispute', { escrow, milestone: 2, signer: client.address });
  const distributions = [{ address: provider.address, amount: '2800.5' }];
  const deciding = await read((await desk.prepare('resolve', { escrow, milestone: 2, distributions })).unsignedXdr);
  expect(linesOf(deciding, 'Pays')).toEqual([
    expect.stringMatching(/^8\.4015 USDC to the service/),
    expect.stringMatching(/^70\.0125 USDC to the platform/),
    expect.stringMatching(/^2722\.086 USDC to .*Ben/),
  ]);
  const whole = await read((await desk.prepare('extend', { escrow, days: 30 })).unsignedXdr);
  expect(linesOf(whole, 'Total')).toEqual(['5000 USDC']);
  expect(linesOf(whole, 'Receiver')).toEqual([expect.stringContaining(provider.address)]);
});
