/**
 * A whole life of an escrow with a dispute, at a public address behind a real proxy: two browsers with wallets of their
 * own, a link to sign and the escrow's address. No assistant and no Discord after the deploy was prepared.
 */
import { SANDBOX_NAMES } from '@countersign/core/network';
import { parseSettings } from '@countersign/core/settings';
import { startSandbox } from '@countersign/escrow-service';
import { addressValue } from '@countersign/sandbox-ledger/internal/host/values';
import { openDeskWithPage } from '@countersign/signing-page';
import { simulateCall, startTestSandbox, type TestSandbox, TOKEN } from '@countersign/testkit/ledger/sandbox-client';
import { hasBrowser, launch } from '@countersign/testkit/page/browser';
import { installFreighter } from '@countersign/testkit/page/freighter';
import { deployInput } from '@countersign/testkit/page/scene';
import { openVisit, type Visit } from '@countersign/testkit/page/visit';
import { freePort } from '@countersign/testkit/processes/ports';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { installHana } from '@countersign/testkit/wallets/hana';
import { installKlever } from '@countersign/testkit/wallets/klever';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PROXIES, startProxy } from './proxy.ts';

const HOST = 'escrow.example.org';
const ORIGIN = `https://${HOST}`;

/** The installation as its operator starts it, on a ledger that the test can ask, and a browser for each of two people. */
async function openWorld() {
  const ledger = await startTestSandbox({ now: Date.now });
  onTestFinished(() => ledger.sandbox.close());
  const port = await freePort();
  const settings = parseSettings({
    COUNTERSIGN_DATA_DIR: temporaryFolder(),
    COUNTERSIGN_PUBLIC_URL: ORIGIN,
    COUNTERSIGN_PAGE_PORT: String(port),
    STELLAR_NETWORK: 'sandbox',
    ESCROW_API_URL: ledger.sandbox.url,
    STELLAR_RPC_URL: ledger.sandbox.rpcUrl,
    // A tenth of it is for all visitors of escrows’ pages; at 50, people slower than a test never reach that.
    ESCROW_RATE_LIMIT: '1000',
  });
  const { desk, close } = await openDeskWithPage(settings, { startSandbox, log: () => {} });
  onTestFinished(close);
  const proxy = await startProxy('caddy', 'page', HOST, [port], true);
  const openBrowser = async () => {
    const browser = await launch(`--host-resolver-rules=MAP ${HOST}:443 127.0.0.1:${proxy.port}`);
    onTestFinished(() => browser.close());
    return browser;
  };
  return { ledger, before: await purses(ledger), desk, browsers: [await openBrowser(), await openBrowser()] as const };
}

describe.runIf(hasBrowser && PROXIES.includes('caddy'))('an escrow between two people with its address alone', () => {
  test('goes from the deploy through a dispute to its end, and the pages show what the ledger holds', async () => {
    const world = await openWorld();
    const { desk, browsers } = world;
    const [first, second] = browsers;
    const deploy = await desk.prepare('deploy', deployInput());
    const escrow = deploy.contractId;
    const atEscrow = `${ORIGIN}/escrow/${escrow}`;

    const ana = await openVisit(first, ORIGIN, 'client', 'Freighter', installFreighter);
    await ana.page.goto(String(deploy.signUrl));
    await ana.sign('The escrow is deployed');
    await ana.click('Prepare the payment');
    await ana.sign('Ana paid 5,000 USDC. Ben can start.');
    await ana.page.getByRole('link', { name: 'All of this escrow, and the steps of the others' }).click();
    await ana.page.waitForURL(atEscrow);
    // The address is all that the others get of her.
    const ben = await openVisit(second, ORIGIN, 'provider', 'Hana', installHana);
    await ben.page.goto(ana.page.url());
    await ben.choose();
    await ben.page.getByLabel('Where the work can be seen').first().fill('https://example.org/design');
    await ben.click('Report milestone 1 as done');
    await ben.click('Sign with Hana');
    await ben.sign('The progress is reported');

    await ana.choose();
    await ana.click('Approve milestone 1');
    await ana.sign('The milestone is approved');
    await ana.click('Pay out milestone 1');
    await ana.sign('The money is paid out');
    // Of the second one she thinks otherwise than he does.
    await ben.click('Report milestone 2 as done');
    await ben.sign('The progress is reported');
    await ana.page.goto(atEscrow);
    await ana.press('Open a dispute', 'Open a dispute over milestone 2');
    await ana.sign('The dispute is open');
    await ana.page.goto(atEscrow);
    await ben.page.goto(atEscrow);
    await compare(world, escrow, [ana, ben]);

    const cleo = await openVisit(second, ORIGIN, 'arbiter', 'Klever', installKlever);
    await cleo.page.goto(atEscrow);
    await cleo.choose();
    await cleo.page.getByRole('textbox', { name: /^Ben/ }).fill('2000');
    await cleo.page.getByRole('textbox', { name: /^Ana/ }).fill('rest');
    await cleo.click('Decide the dispute over milestone 2');
    await cleo.sign('The dispute is decided');

    await ana.page.reload();
    await ana.press('Approve milestone 3');
    await ana.sign('The milestone is approved');
    await ana.click('Pay out milestone 3');
    await ana.sign('The money is paid out');
    await ana.page.goto(atEscrow);
    await ben.page.goto(atEscrow);
    await compare(world, escrow, [ana, ben]);
  });
});

type Flag = 'approved' | 'disputed' | 'released' | 'resolved';
type Stored = { readonly milestones: readonly { readonly flags: Readonly<Record<Flag, boolean>> }[] };

/** How a page words what the contract keeps; the first that applies. */
const STATES: readonly (readonly [Flag, string])[] = [
  ['released', 'Paid out'],
  ['resolved', 'Dispute decided'],
  ['disputed', 'In dispute'],
  ['approved', 'Approved'],
];
const PEOPLE = SANDBOX_NAMES.map(({ name }) => name);
/** Base units of a token. */
const UNITS = 10_000_000n;

const tokensOf = async (ledger: TestSandbox, address: string) =>
  (await simulateCall(ledger, TOKEN.address, 'balance', addressValue(address))) as bigint;
const purses = async (ledger: TestSandbox) =>
  await Promise.all(SANDBOX_NAMES.map(({ address }) => tokensOf(ledger, address)));

/** What a page shows: its money, the state of each milestone, and what its history says that each person got or paid. */
async function readPage({ page }: Visit) {
  await page.getByRole('button', { name: 'Show what happened' }).click();
  await page.locator('.happened').waitFor();
  const history = (await page.locator('.happened p').allTextContents()).join('\n');
  const sum = (amounts: RegExp) =>
    [...history.matchAll(amounts)].reduce((total, [, amount = '']) => total + unitsIn(amount), 0n);
  return {
    held: await page.locator('#deal-title ~ p').nth(1).textContent(),
    states: await page.locator('.steps .state').allTextContents(),
    moved: PEOPLE.map((name) => sum(new RegExp(`Paid to ${name}: ([\\d.,]+) USDC`, 'g'))),
    paidIn: sum(/([\d.,]+) USDC arrived/g),
  };
}

const unitsIn = (amount: string): bigint => {
  const [whole = '', part = ''] = amount.replaceAll(',', '').split('.');
  return BigInt(whole) * UNITS + BigInt(part.padEnd(7, '0'));
};

/** Each page against the contract and the token, as the ledger's own code reads them. */
async function compare(
  { ledger, before }: { readonly ledger: TestSandbox; readonly before: readonly bigint[] },
  escrow: string,
  visits: readonly Visit[],
): Promise<void> {
  const { milestones } = (await simulateCall(ledger, escrow, 'get_escrow')) as Stored;
  const held = await tokensOf(ledger, escrow);
  const now = await purses(ledger);
  for (const visit of visits) {
    const shown = await readPage(visit);
    expect(shown.states).toEqual(milestones.map(({ flags }) => STATES.find(([flag]) => flags[flag])?.[1] ?? 'Open'));
    expect(shown.held).toContain(
      held === 0n ? 'it holds nothing' : `It holds ${Number(held / UNITS).toLocaleString('en')} USDC`,
    );
    expect(shown.moved.map((moved, at) => moved - (PEOPLE[at] === 'Ana' ? shown.paidIn : 0n))).toEqual(
      now.map((amount, at) => amount - (before[at] ?? 0n)),
    );
  }
}
