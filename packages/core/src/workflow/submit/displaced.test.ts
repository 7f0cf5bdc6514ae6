/** Several transactions of one account with one sequence number: the ledger accepts one, and displaces the others. */
import { failure } from '@countersign/testkit/desk/failure';
import { ADA, BOB, openRememberingDesk, type RememberingDesk } from '@countersign/testkit/desk/remembering-desk';
import { NOW, requestInput, sandbox, sign, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import { HOST, include } from '@countersign/testkit/ledger/stated-ledger';
import { describe, expect, test } from 'vitest';
import { transactionHash } from '../../envelope/read-transaction.ts';
import type { Prepared } from '../model/results.ts';

const SITE = { engagementId: 'ENG-site', title: 'Site' };
const LOGO = { engagementId: 'ENG-logo', title: 'Logo' };
const SHOP = { engagementId: 'ENG-shop', title: 'Shop' };

/** Ada's escrow and another one of the same account, prepared while the first waits for its signature. */
async function withTwo(second: Record<string, unknown> = LOGO) {
  const scene = await openRememberingDesk([SITE, second, SHOP]);
  const [site, other] = [await scene.prepare(SITE), await scene.prepare(second)];
  return { ...scene, ada: scene.desk.for(ADA), site, other };
}

/** Another transaction of the account is on the ledger, which was not prepared here. */
const sendElsewhere = ({ ledger }: Pick<RememberingDesk, 'ledger'>) => include(ledger, 'f'.repeat(64));

const signedXdr = ({ unsignedXdr = '' }: Prepared) =>
  sign(unsignedXdr, [signerKey], (tx) => transactionHash(tx, sandbox.passphrase));
const pageOf = ({ signUrl = '' }: Pick<Prepared, 'signUrl'>) => signUrl.replace(/^.*\//, '');
describe('a displaced transaction', () => {
  test('is not called expired when an unknown transaction of its account went first', async () => {
    const { ada, site, ...scene } = await withTwo();
    sendElsewhere(scene);
    const status = await ada.status(site.id);
    expect(status).toMatchObject({ status: 'displaced', by: 'ledger', ledger: HOST });
    expect(status.displacedBy).toBeUndefined();
    expect(status.message).toContain('did not prepare here');
    expect(status.next).toBe('Prepare it again with prepare_step and the id.');
  });

  test('names the transaction that took its place, also if a wallet sent that one', async () => {
    const { ada, site, other, ledger } = await withTwo();
    include(ledger, other.transactionHash);
    const { transactionHash: hash, contractId, id } = other;
    const status = await ada.status(site.id);
    expect(status).toMatchObject({ status: 'displaced', message: expect.stringContaining('a new escrow') });
    expect(status.displacedBy).toEqual({ id, status: 'settled', title: 'Logo', contractId, transactionHash: hash });
    expect((await ada.status(other.id)).status).toBe('settled');
  });

  test('names a failed transaction, which still uses the sequence number', async () => {
    const { ada, site, other, ledger } = await withTwo();
    include(ledger, other.transactionHash, { kind: 'failed', code: 'txFailed', ledger: 9 });
    const status = await ada.status(site.id);
    expect(status.displacedBy).toMatchObject({ id: other.id, status: 'rejected' });
    expect(status.message).toContain('which failed');
  });

  test('names nothing that another person prepared', async () => {
    const { desk, ada, site, ledger } = await withTwo();
    include(ledger, (await desk.for(BOB).prepare('deploy', requestInput(SHOP))).transactionHash);
    const { displacedBy, message } = await ada.status(site.id);
    expect(displacedBy).toBeUndefined();
    expect(message).toContain('the person who asked for this did not prepare here');
  });

  test('refuses a signature over it, says why, and leads to its page', async () => {
    const { ada, site, other, ledger } = await withTwo();
    include(ledger, other.transactionHash);
    const error = await failure(ada.submit({ id: site.id, signedXdr: signedXdr(site) }));
    expect(error).toMatchObject({ code: 'TRANSACTION_DISPLACED', signUrl: site.signUrl });
    expect(error.message).toContain('a new escrow');
  });

  test('is expired when its time was over before anything else of its account was included', async () => {
    const { ada, site, clock, ...scene } = await withTwo();
    clock.now = (NOW + 200) * 1_000;
    sendElsewhere(scene);
    expect(await ada.status(site.id)).toMatchObject({ status: 'expired', by: 'ledger' });
  });

  test('stays displaced when the ledger is asked only after its time', async () => {
    const { ada, site, other, clock, ledger } = await withTwo();
    include(ledger, other.transactionHash);
    await ada.status(other.id);
    clock.now = (NOW + 200) * 1_000;
    expect((await ada.status(site.id)).displacedBy).toMatchObject({ id: other.id });
  });

  test('is not reported while the history does not cover it and its address may be occupied', async () => {
    const { ada, site, ledger } = await withTwo();
    sendElsewhere({ ledger });
    ledger.oldest = 50;
    ledger.address = 'unknown';
    expect((await ada.status(site.id)).status).toBe('prepared');
  });
});

describe('while another transaction of the account waits for a signature', () => {
  const noticesOf = ({ judgement: risk }: Pick<Prepared, 'judgement'>) =>
    risk.facts.filter(({ code }) => code === 'ONE_OF_SEVERAL');
  const notice = (title: string) => [{ code: 'ONE_OF_SEVERAL', params: { others: [{ action: 'deploy', title }] } }];

  test('a second one says that only one of them can be signed, and names the first', async () => {
    const { ada, site, other } = await withTwo();
    expect(noticesOf(site)).toEqual([]);
    expect(noticesOf(other)).toEqual(notice('Site'));
    // As the first one does from now on.
    expect(noticesOf(await ada.prepare('deploy', requestInput(SITE)))).toEqual(notice('Logo'));
  });

  test('names the two newest of many, and counts the others', async () => {
    const titles = ['Site', 'Logo', 'Map', 'Shop', 'Cards', 'Film'];
    const changes = titles.map((title) => ({ engagementId: `ENG-${title}`, title }));
    const { prepare } = await openRememberingDesk(changes);
    const prepared = [];
    for (const each of changes) prepared.push(await prepare(each));
    const others = ['Cards', 'Shop'].map((title) => ({ action: 'deploy', title }));
    expect(noticesOf(prepared.at(-1) as Prepared)).toEqual([{ code: 'ONE_OF_SEVERAL', params: { others, more: 3 } }]);
  });

  test('says nothing of a newer version of the same escrow, which replaces it', async () => {
    const { other } = await withTwo({ ...SITE, title: 'Shop' });
    expect(noticesOf(other)).toEqual([]);
  });

  test('says nothing of one whose time is over, or that was discarded', async () => {
    const discarded = await withTwo();
    await discarded.ada.discard(discarded.other.id);
    expect(noticesOf(await discarded.ada.prepare('deploy', requestInput(SITE)))).toEqual([]);
    const { desk, other, clock } = await withTwo();
    clock.now = (NOW + 100) * 1_000;
    expect(noticesOf(await desk.page(pageOf(other)).view())).toEqual([]);
  });

  test('discloses nothing that another person prepared', async () => {
    const scene = await openRememberingDesk([SITE, LOGO]);
    await scene.prepare(SITE);
    expect(noticesOf(await scene.desk.for(BOB).prepare('deploy', requestInput(LOGO)))).toEqual([]);
  });
});

describe('a correction of a version whose page was opened', () => {
  const CORRECTED = { ...SITE, title: 'Shop' };

  async function withCorrection() {
    const scene = await openRememberingDesk([SITE, CORRECTED, CORRECTED]);
    const ada = scene.desk.for(ADA);
    const site = await scene.prepare(SITE);
    await scene.desk.page(pageOf(site)).opened();
    const shop = await scene.prepare(CORRECTED);
    return { ...scene, ada, site, shop };
  }

  test('is offered on the earlier page before and after it replaced that', async () => {
    const { desk, ada, site, shop } = await withCorrection();
    expect(shop.status).toBe('to-confirm');
    const newerVersion = { id: shop.id, signUrl: shop.signUrl };
    const differences = [expect.objectContaining({ field: 'title', asked: 'Shop', found: 'Site' })];
    const before = { status: 'prepared', newerVersion, differences };
    expect(await ada.status(site.id)).toMatchObject(before);
    expect((await desk.page(pageOf(site)).view()).status).toMatchObject(before);
    const { key } = shop.judgement;
    await ada.confirm(shop.id, { amount: shop.summary.total, shown: key });
    const after = { status: 'superseded', replacedBy: shop.id, newerVersion, differences };
    expect((await desk.page(pageOf(site)).view()).status).toMatchObject(after);
  });

  test('says that the earlier one exists now, and what can still be done, when that was signed', async () => {
    const { desk, ada, site, shop, ledger } = await withCorrection();
    include(ledger, site.transactionHash);
    const status = await ada.status(shop.id);
    expect(status.displacedBy).toMatchObject({ id: site.id, earlierVersion: true, contractId: site.contractId });
    expect(status.message).toContain(`exists now: ${site.contractId}`);
    expect(status.next).toContain('update_escrow');
    expect((await desk.page(pageOf(shop)).view()).status.displacedBy?.earlierVersion).toBe(true);
  });
});
