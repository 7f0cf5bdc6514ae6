/** Each wallet on one page, from open to settled: what the page says in every state, and what the wallet gets. */
import { NETWORKS } from '@countersign/core/network';
import { hasBrowser, openLoneTab } from '@countersign/testkit/page/browser';
import { installFreighter } from '@countersign/testkit/page/freighter';
import { provider } from '@countersign/testkit/page/scene';
import { openStage } from '@countersign/testkit/page/stage';
import { openTestnetScene, testnetInput } from '@countersign/testkit/page/testnet-scene';
import { installAlbedo } from '@countersign/testkit/wallets/albedo';
import { installHana } from '@countersign/testkit/wallets/hana';
import { installKlever } from '@countersign/testkit/wallets/klever';
import { installLedger } from '@countersign/testkit/wallets/ledger';
import { installLobstr } from '@countersign/testkit/wallets/lobstr';
import { openWithWallet, pageWithWallet } from '@countersign/testkit/wallets/page-with-wallet';
import { installRabet } from '@countersign/testkit/wallets/rabet';
import { installXBullExtension, installXBullWindow } from '@countersign/testkit/wallets/xbull';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';

type StandIn = { readonly asked: string[]; readonly given?: readonly string[] };
type Row = {
  readonly name: string;
  readonly install: (page: Page, network: string) => Promise<StandIn>;
  /** It knows only the real networks; then the page is one of testnet. */
  readonly isReal?: boolean;
  /** What its person or their settings are like, and what the page then says. */
  readonly states: readonly (readonly [state: object, words: string])[];
  /** Where its object is in the window. */
  readonly absent?: string;
  readonly asked: readonly string[];
};

const elsewhere = { network: NETWORKS.public.passphrase };
const CHANGED = [{ answer: 'change' }, 'is not the one that was prepared and compared'] as const;
const BEN = { account: 'provider' };
const bySignature = [BEN, `It is signed by Ben (${provider.address})`] as const;
const declined = (name: string) => [{ answer: 'decline' }, `${name} did not sign: it was declined there.`] as const;
const closes = (name: string) => [{ closes: true }, `The window of ${name} was closed before it signed.`] as const;
const UNABLE = 'xBull did not sign: it was declined there, or the signer’s account is not in it';
const SIX = ['provider', 'platform', 'provider', 'platform', 'provider', 'client'];

const WALLETS: readonly Row[] = [
  {
    name: 'Freighter',
    install: installFreighter,
    states: [
      [{ answer: 'locked' }, 'It was not unlocked.'],
      [{ answer: 'decline' }, 'The user rejected this request.'],
      [elsewhere, 'The passphrase of the transaction'],
      [BEN, `Freighter signed with another account, ${provider.address}`],
      CHANGED,
    ],
    asked: ['REQUEST_CONNECTION_STATUS', 'REQUEST_ACCESS', 'SUBMIT_TRANSACTION'],
  },
  {
    name: 'Hana',
    install: installHana,
    states: [
      [{ answer: 'locked' }, 'It said: “Wallet is locked”'],
      declined('Hana'),
      [elsewhere, 'It said: “Network is not supported”'],
      bySignature,
      CHANGED,
    ],
    absent: 'hanaWallet',
    asked: ['getPublicKey', 'signTransaction'],
  },
  {
    name: 'Klever',
    install: installKlever,
    states: [
      [{ answer: 'locked' }, 'It said: “The wallet is locked”'],
      declined('Klever'),
      [elsewhere, 'Klever is on a different network.'],
      [BEN, `Klever signed with another account, ${provider.address}`],
      CHANGED,
    ],
    absent: 'kleverWallet',
    asked: ['getAddress', 'getNetwork', 'signTransaction'],
  },
  {
    name: 'xBull',
    install: installXBullExtension,
    states: [
      [{ answer: 'locked' }, 'It said: “Wallet is locked”'],
      declined('xBull'),
      [elsewhere, 'It said: “Network passphrase is not the current one”'],
      bySignature,
      CHANGED,
    ],
    asked: ['getAddress', 'signTransaction'],
  },
  {
    name: 'xBull',
    install: installXBullWindow,
    states: [[{ answer: 'decline' }, UNABLE], [elsewhere, UNABLE], [BEN, UNABLE], CHANGED, closes('xBull')],
    asked: ['XBULL_SIGN'],
  },
  {
    name: 'Albedo',
    install: installAlbedo,
    states: [
      declined('Albedo'),
      [elsewhere, 'It said: “Network is not supported.”'],
      [BEN, 'It said: “Requested account was not found.”'],
      CHANGED,
      closes('Albedo'),
    ],
    asked: ['tx 3'],
  },
  {
    name: 'Ledger',
    install: installLedger,
    states: [
      [{ state: 'absent' }, 'No Ledger is connected to this page.'],
      [{ state: 'locked' }, 'Ledger is locked'],
      [{ state: 'no app' }, 'The Stellar app is not open on the Ledger.'],
      declined('Ledger'),
      [{ accounts: SIX }, 'The signer’s account is not among the first five accounts of this Ledger.'],
      [{ answer: 'change' }, 'is not valid for this transaction.'],
      [
        { reads: false, signsHashes: false },
        'The Ledger cannot show this transaction in full, and hash signing is off.',
      ],
    ],
    asked: ['key 44/148/0', 'transaction 44/148/0'],
  },
  {
    name: 'Rabet',
    install: installRabet,
    isReal: true,
    states: [
      [{ answer: 'locked' }, 'Rabet is locked, or has no account yet.'],
      declined('Rabet'),
      [BEN, `Rabet has a different account selected. It is ${provider.address}.`],
      CHANGED,
    ],
    absent: 'rabet',
    asked: ['connect', 'sign'],
  },
  {
    name: 'LOBSTR',
    install: async (page, network) => {
      await offerOnTestnet(page);
      return await installLobstr(page, network);
    },
    isReal: true,
    states: [
      [{ isThere: false }, 'LOBSTR does not answer in this browser.'],
      [{ answer: 'locked' }, 'LOBSTR is locked, or has no account yet.'],
      declined('LOBSTR'),
      [{ answer: 'nothing' }, 'LOBSTR did not answer in time.'],
      [BEN, `LOBSTR has a different account selected. It is ${provider.address}.`],
      // Its extension knows no networks.
      [elsewhere, 'network'],
      CHANGED,
    ],
    asked: ['REQUEST_CONNECTION_STATUS', 'REQUEST_ACCESS', 'SIGN'],
  },
];

describe.runIf(hasBrowser)('a wallet on the page', () => {
  const stage = openStage();
  const open = ({ name, install }: Row) =>
    openWithWallet(stage, name, (page) => install(page, NETWORKS.sandbox.passphrase));

  async function openReal({ name, install }: Row) {
    const scene = await openTestnetScene();
    const tab = await openLoneTab(stage.browser, scene.url);
    onTestFinished(async () => {
      await tab.close();
      await scene.close();
    });
    const prepared = await scene.desk.prepare('deploy', testnetInput() as never);
    const opened = await pageWithWallet(
      tab,
      name,
      (page) => install(page, NETWORKS.testnet.passphrase),
      String(prepared.signUrl),
    );
    return { ...opened, prepared, sent: () => scene.sent.length };
  }

  test.each(WALLETS)('$name sends nothing while anything is wrong, and signs what was prepared', async (row) => {
    const calls = stage.scene.road.asked.length;
    const { page, wallet, prepared, oddities, refused, press, settled, sent } = row.isReal
      ? await openReal(row)
      : { ...(await open(row)), sent: () => stage.scene.road.asked.filter((path) => path.includes('send')).length };
    const before = sent();
    const ready = { ...wallet };
    for (const [state, words] of row.states) {
      Object.assign(wallet, state);
      await refused(words);
      Object.assign(wallet, ready);
    }
    if (row.absent !== undefined) {
      await page.evaluate(`window.kept = window.${row.absent}; delete window.${row.absent}`);
      await refused(`${row.name} does not answer in this browser.`);
      await page.evaluate(`window.${row.absent} = window.kept`);
    }
    expect(sent(), String(stage.scene.road.asked.slice(calls))).toBe(before);
    wallet.asked.length = 0;
    await press();
    await settled();
    expect(wallet.asked).toEqual(row.asked);
    if (wallet.given !== undefined) expect(wallet.given.at(-1)).toBe(prepared.unsignedXdr);
    expect(sent()).toBe(before + 1);
    // Every window was closed.
    expect(page.context().pages()).toHaveLength(1);
    expect(oddities).toEqual([]);
  });

  const named = (name: string) => WALLETS.filter((row) => row.name === name).at(-1) as Row;

  test('can be given up where it never answers', async () => {
    const { page, wallet, press } = await open(named('Hana'));
    Object.assign(wallet, { answer: 'nothing' });
    await press();
    await page.getByText('Waiting for Hana').waitFor();
    await page.getByRole('button', { name: 'Stop waiting' }).click();
    await page.getByText('Waiting for Hana').waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test.each(['Albedo', 'xBull'])('%s in a window that gets never ready, or is blocked, is given up', async (name) => {
    const { page, wallet, said: textOf, press } = await open(named(name));
    Object.assign(wallet, { answer: 'locked' });
    await page.evaluate('window.now = Date.now');
    await Promise.all([page.context().waitForEvent('page'), press()]);
    await page.evaluate('Date.now = () => window.now() + 31_000');
    await textOf(`${name} did not answer in time.`);
    await page.evaluate('Date.now = window.now');
    expect(await pressedTooLate(page, name)).toContain(`The browser blocked the window of ${name}.`);
  });

  test('a Ledger is searched for the account, and signs the hash of what it cannot read', async () => {
    const { wallet, press, settled } = await open(named('Ledger'));
    Object.assign(wallet, { reads: false, accounts: ['provider', 'client'] });
    await press();
    await settled();
    expect(wallet.asked).toEqual(['key 44/148/0', 'key 44/148/1', 'transaction 44/148/1', 'hash 44/148/1']);
  });

  test('is not offered where it is not installed, except those that cannot be seen', async () => {
    const { page, press, said: textOf } = await open({ ...named('Freighter'), install: async () => ({ asked: [] }) });
    await page.getByRole('button', { name: 'Sign with Hana' }).waitFor({ state: 'hidden' });
    expect(await page.getByRole('button', { name: /^Sign with (Hana|Klever|Rabet|LOBSTR)$/ }).count()).toBe(0);
    await press();
    await textOf('Freighter does not answer in this browser');
  });
});

/**
 * Presses when the browser no longer counts a press, as after a long wait: another window used it up. Anything that the
 * test asks of the page counts as a press too, so the page itself waits for the message.
 */
async function pressedTooLate(page: Page, name: string): Promise<string> {
  return await page.evaluate(`(async () => {
    open('about:blank').close();
    const buttons = [...document.querySelectorAll('button')];
    buttons.find((each) => each.textContent === 'Sign with ${name}').click();
    const said = () => document.querySelector('[role=alert]')?.textContent;
    for (const before = said(); said() === before || said() === undefined; ) await new Promise((go) => setTimeout(go, 50));
    return said();
  })()`);
}

/** LOBSTR is only offered for the public network, on which no test runs. */
async function offerOnTestnet(page: Page): Promise<void> {
  await page.route('**/sign/assets/*.js', async (route) => {
    try {
      const response = await route.fetch();
      const body = (await response.text()).replace(
        /(name:"LOBSTR",kind:"extension",networks:)\["public"\]/,
        '$1["testnet"]',
      );
      await route.fulfill({ response, body });
    } catch {
      // A page closed meanwhile needs no answer; an open one fails without it.
    }
  });
}
