/** Several transactions of one account with one sequence number: the ledger accepts one, and displaces the others. */
import { failure } from '@countersign/testkit/desk/failure';
import { ADA, BOB, openRememberingDesk } from '@countersign/testkit/desk/remembering-desk';
import { wallet } from '@countersign/testkit/desk/scripted-desk';
import { NOW, requestInput } from '@countersign/testkit/fixtures/deploy-fixture';
import { include } from '@countersign/testkit/ledger/stated-ledger';
import { createPart } from '@countersign/testkit/record/part';
import { expect, test } from 'vitest';
import type { Prepared } from '../model/results.ts';

const SITE = { engagementId: 'ENG-site', title: 'Site' };
const LOGO = { engagementId: 'ENG-logo', title: 'Logo' };
const SHOP = { engagementId: 'ENG-shop', title: 'Shop' };
/** A correction of the first. */
const CORRECTED = { ...SITE, title: 'Shop' };

/** Ada's escrow and another one of the same account, prepared while the first waits for its signature. */
async function withTwo(second = LOGO, isOpened = false) {
  const scene = await openRememberingDesk([SITE, second, SHOP]);
  const { desk, ledger, prepare } = scene;
  const site = await prepare(SITE);
  const pageOf = ({ signUrl = '' }: Pick<Prepared, 'signUrl'>) => desk.page(signUrl.replace(/^.*\//, ''));
  if (isOpened) await pageOf(site).opened();
  const other = await prepare(second);
  /** Another transaction of the account is on the ledger, which was not prepared here. */
  const sendElsewhere = () => include(ledger, 'f'.repeat(64));
  return { ...scene, ada: desk.for(ADA), site, other, pageOf, sendElsewhere };
}
type Two = Awaited<ReturnType<typeof withTwo>>;

/** What became of Ada's first escrow. */
const SCENES: Readonly<Record<string, (two: Two) => unknown>> = {
  'when an unknown transaction of its account went first': ({ sendElsewhere }) => sendElsewhere(),
  'when the other one went first, also if a wallet sent that': ({ ledger, other }) =>
    include(ledger, other.transactionHash),
  'when the other one failed, which still uses the number': ({ ledger, other }) =>
    include(ledger, other.transactionHash, { kind: 'failed', code: 'txFailed', ledger: 9 }),
  'when one went first that another person prepared': async ({ ledger, desk }) =>
    include(ledger, (await desk.for(BOB).prepare('deploy', requestInput(SHOP))).transactionHash),
  'when its time was over before anything else was included': ({ clock, sendElsewhere }) => {
    clock.now = (NOW + 200) * 1_000;
    sendElsewhere();
  },
  'when the ledger is asked only after its time': async ({ ada, other, ledger, clock }) => {
    include(ledger, other.transactionHash);
    await ada.status(other.id);
    clock.now = (NOW + 200) * 1_000;
  },
  'when the history does not cover it and its address may be occupied': ({ ledger, sendElsewhere }) => {
    sendElsewhere();
    ledger.oldest = 50;
    ledger.address = 'unknown';
  },
};

test('reports a displaced transaction and what displaced it, to its owner alone', async () => {
  const part = createPart();
  for (const [title, happens] of Object.entries(SCENES)) {
    const two = await withTwo();
    await happens(two);
    part.note(title, await two.ada.status(two.site.id));
  }
  const isShown = async (title: string, { ada, site, other, pageOf }: Two) => {
    part.note(`${title}: the earlier`, await ada.status(site.id));
    part.note('  on its page', (await pageOf(site).view()).status);
    part.note('  the correction', await ada.status(other.id));
    part.note('  on its page', (await pageOf(other).view()).status.displacedBy);
  };
  const two = await withTwo(CORRECTED, true);
  await isShown('a correction of a version whose page was opened', two);
  await two.ada.confirm(two.other.id, { amount: two.other.summary.total, shown: two.other.judgement.key });
  await isShown('once it was confirmed', two);
  const signed = await withTwo(CORRECTED, true);
  include(signed.ledger, signed.site.transactionHash);
  await isShown('once the earlier version was signed', signed);
  await expect(part.text()).toMatchFileSnapshot('recorded/displaced.txt');
});

test('refuses a signature over it, says why, and leads to its page', async () => {
  const { ada, site, other, ledger } = await withTwo();
  include(ledger, other.transactionHash);
  expect(await failure(ada.submit({ id: site.id, signedXdr: wallet(site.unsignedXdr) }))).toMatchObject({
    ...{ code: 'TRANSACTION_DISPLACED', signUrl: site.signUrl, message: expect.stringContaining('a new escrow') },
  });
});

const noticesOf = ({ judgement: risk }: Pick<Prepared, 'judgement'>) =>
  risk.facts.filter(({ code }) => code === 'ONE_OF_SEVERAL');
const notice = (others: readonly string[], more?: number) => [
  {
    code: 'ONE_OF_SEVERAL',
    params: { others: others.map((title) => ({ action: 'deploy', title })), ...(more && { more }) },
  },
];

test('says that only one can be signed while another of the account waits, which is still valid and one’s own', async () => {
  const { ada, desk, site, other, clock, pageOf } = await withTwo();
  expect(noticesOf(site)).toEqual([]);
  expect(noticesOf(other)).toEqual(notice(['Site']));
  // As the first one does from now on.
  expect(noticesOf(await ada.prepare('deploy', requestInput(SITE)))).toEqual(notice(['Logo']));
  expect(noticesOf(await desk.for(BOB).prepare('deploy', requestInput(SHOP)))).toEqual([]);
  clock.now = (NOW + 100) * 1_000;
  expect(noticesOf(await pageOf(other).view())).toEqual([]);
  const discarded = await withTwo();
  await discarded.ada.discard(discarded.other.id);
  expect(noticesOf(await discarded.ada.prepare('deploy', requestInput(SITE)))).toEqual([]);
  expect(noticesOf((await withTwo(CORRECTED)).other)).toEqual([]);
});

test('names the two newest of many that wait, and counts the others', async () => {
  const changes = ['Site', 'Logo', 'Map', 'Shop', 'Cards', 'Film'].map((title) => ({ engagementId: title, title }));
  const { prepare } = await openRememberingDesk(changes);
  const prepared = [];
  for (const each of changes) prepared.push(await prepare(each));
  expect(noticesOf(prepared.at(-1) as Prepared)).toEqual(notice(['Cards', 'Shop'], 3));
});
