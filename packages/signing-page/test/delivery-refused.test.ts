/** A signature that is refused on its way is not delivered again, and the page says how to go on. */
import { NETWORKS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { hasBrowser } from '@countersign/testkit/page/browser';
import { DEAL } from '@countersign/testkit/page/scene';
import { openStage, passPageTime } from '@countersign/testkit/page/stage';
import { refusal } from '@countersign/testkit/service/stand-in';
import { TransactionBuilder } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';
import { kept, NOT_DELIVERED, openOnRoad, press, settled, sign, title } from './signature-road.ts';

describe.runIf(hasBrowser)('a signature', () => {
  const stage = openStage();
  const open = (isFrozen = true) => openOnRoad(stage, undefined, isFrozen);

  test.each<[string, Parameters<typeof change>[0], string]>([
    ['signed by another account', 'another', 'must be signed by'],
    ['changed', 'changed', 'It was not sent'],
  ])('is not delivered again when it is refused: %s', async (_, how, words) => {
    const { page, road, prepared } = await open();
    await page.getByText('Sign in another wallet').click();
    await page.getByLabel('Paste the signed transaction here.').fill(change(how, prepared.unsignedXdr as string));
    await press(page, 'Submit signed transaction');
    await page.getByRole('alert').getByText(words).waitFor();
    await title(page, DEAL);
    expect(await kept(page)).toEqual([]);
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await passPageTime(page, 5_000);
    expect(road.delivered).toHaveLength(1);
    // The alert goes as soon as something newer is true.
    await sign(page);
    await settled(page);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test.each(['SERVICE_UNAUTHORIZED', 'RPC_REFUSED'] as const)(
    'waits for the person, and names whom to tell, when only the operator can help (%s)',
    async (code) => {
      const { page, road } = await open();
      road.faults = [{ code, retryable: false }];
      await sign(page);
      await title(page, NOT_DELIVERED);
      await page.getByText('Tell the person who runs Countersign').waitFor();
      await page.evaluate(`dispatchEvent(new Event('online'))`);
      await passPageTime(page, 5_000);
      expect(road.delivered).toHaveLength(1);
      road.faults = [];
      await press(page, 'Try now');
      await settled(page);
    },
  );

  test('is reported as late, with the next step, when it is delivered too late', async () => {
    const { page, road, prepared } = await open(false);
    // No event tells the page the time, so it learns from the refusal alone that a new transaction is needed.
    await page.route('**/events*', (route) => route.abort());
    await page.reload();
    road.faults = [500];
    await sign(page);
    await title(page, NOT_DELIVERED);
    stage.scene.clock.ahead += Date.parse(prepared.expiresAt) - (Date.now() + stage.scene.clock.ahead) + 500;
    road.faults = [];
    await press(page, 'Try now');
    await page.getByRole('alert').getByText('It was not sent').waitFor();
    await page.getByRole('alert').getByText('Sign once more').waitFor();
    expect(await kept(page)).toEqual([]);
    await sign(page);
    await settled(page);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('is not delivered again when the ledger refuses it after a newer transaction was prepared', async () => {
    const { page, road, prepared } = await open();
    road.faults = [500];
    await sign(page);
    await title(page, NOT_DELIVERED);
    stage.scene.clock.ahead += Date.parse(prepared.expiresAt) - (Date.now() + stage.scene.clock.ahead) - 20_000;
    await stage.scene.desk.prepare('deploy', { id: prepared.id });
    const { transactionHash } = prepared;
    const submitted = { status: 'rejected', transactionHash, message: 'The ledger refused it.' };
    let asked = 0;
    await page.route('**/submit', async (route) => {
      asked += 1;
      const view = (await (await fetch(`${prepared.signUrl}/view`)).json()) as object;
      await route.fulfill({ json: { ...view, submitted } });
    });
    await press(page, 'Try now');
    await page.getByRole('alert').getByText('A newer transaction is prepared already').waitFor();
    await passPageTime(page, 5_000);
    expect(asked).toBe(1);
    expect(await kept(page)).toEqual([]);
  });

  test('stays with the desk when the service says that it refused it, since that proves nothing', async () => {
    const { page, road, sent } = await open();
    stage.scene.road.faults.push(() => refusal('txBAD_SEQ'));
    await sign(page);
    await title(page, 'Sent, outcome not known yet');
    await passPageTime(page, 5_000);
    expect([sent(), road.delivered.length]).toEqual([1, 1]);
    await press(page, 'Ask again');
    await settled(page);
    expect([sent(), road.delivered.length]).toEqual([2, 1]);
    expect(await kept(page)).toEqual([]);
  });
});

function change(how: 'another' | 'changed', unsignedXdr: string): string {
  const transaction = TransactionBuilder.fromXDR(unsignedXdr, NETWORKS.sandbox.passphrase);
  const signed =
    how === 'another' || 'innerTransaction' in transaction
      ? transaction
      : TransactionBuilder.cloneFrom(transaction, { fee: String(Number(transaction.fee) + 100) }).build();
  signed.sign(sandboxKeypair(how === 'another' ? 'provider' : 'client'));
  return signed.toXDR();
}
