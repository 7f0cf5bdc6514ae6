/** One escrow from first request to last payment, by four people: requested in Discord, read and signed on the page. */
import '@countersign/signing-page/internal/browser/words/en';
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import type { DemoAccountName } from '@countersign/escrow-service';
import { readView } from '@countersign/signing-page/internal/browser/transaction/read-view';
import { readingWords } from '@countersign/signing-page/internal/browser/words/reading-words';
import type { PageView, SubmitReply } from '@countersign/signing-page/internal/page-view';
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, buttonsOf, type Person, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import type { Message } from '@countersign/testkit/discord/messages';
import { requestFile } from '@countersign/testkit/discord/request';
import { signAs } from '@countersign/testkit/mcp/request';
import { expect, test } from 'vitest';

const addressOf = (name: DemoAccountName): string =>
  String(SANDBOX_ACCOUNTS.find((account) => account.name === name)?.address);
const plain = (message: Message) => textOf(message).replaceAll('\\', '');

const post = (url: string, body: object) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin },
    body: JSON.stringify(body),
  });

/** Reads, confirms what must be confirmed, signs and posts as the page does in a browser. @returns the ledger's outcome */
async function signOnPage(name: DemoAccountName, card: Message): Promise<{ status: string; turn: unknown }> {
  const url = String(buttonsOf(card).find(({ label }) => label === 'Read and sign')?.url);
  let view = (await (await fetch(`${url}/view`)).json()) as PageView;
  if (view.judgement.stops.length > 0) {
    const amount = view.summary !== undefined && 'amount' in view.summary ? view.summary.amount : '';
    await post(`${url}/confirm`, { amount, shown: view.judgement.key });
    view = (await (await fetch(`${url}/view`)).json()) as PageView;
  }
  const reading = readView(view, view.now, readingWords());
  if (reading.kind !== 'match') throw new Error(`the page shows ${JSON.stringify(reading)}`);
  const { read, summary } = reading;
  // The signer is the account that the transaction names: a wallet with another key could not sign it.
  expect(summary.signer).toBe(addressOf(name));
  const submitted = await post(`${url}/submit`, { signedXdr: signAs(name, read.xdr, read.hashHex) });
  const after = (await submitted.json()) as SubmitReply;
  return { status: after.submitted.status, turn: 'turn' in summary ? summary.turn[0] : undefined };
}

test('deploy, fund, evidence, approve, release, dispute, resolve, withdraw: each is signed by the holder of its role', async () => {
  const discord = await startDiscord();
  const world = await startWorld();
  const bot = await startTestBot(discord, world);
  const ledger = openLedger([String(world['STELLAR_RPC_URL'])], NETWORKS.sandbox.passphrase);
  const names = ['client', 'provider', 'platform', 'arbiter'] as const;
  const people = Object.fromEntries(names.map((name) => [name, discord.person()])) as Record<DemoAccountName, Person>;
  const { client, provider, platform, arbiter } = people;
  for (const name of names) {
    await answered(discord.command(people[name], 'wallet', { address: addressOf(name) }));
  }
  /** In base units, of the people and then of the escrow. */
  const held = async () => {
    const [token] = NETWORKS.sandbox.tokens;
    const holders = [...names.map(addressOf), String(NETWORKS.sandbox.feeAddress), ...(escrow ? [escrow] : [])];
    const found = await ledger.balancesOf(holders.map((holder) => ({ holder, token: token.address })));
    return found.map((balance) => balance?.units ?? 0n);
  };
  const show = (who: Person) => answered(discord.command(who, 'list', { escrow }));
  const press = async (who: Person, label: string, texts?: Record<string, string>) => {
    const on = await show(who);
    let asked = discord.click(who, on, label);
    if (texts !== undefined) {
      const opened = asked;
      await until(() => opened.modal);
      asked = discord.submitModal(who, opened, texts);
    }
    return await until(() => asked.messages.find((each) => each !== on && each.components !== undefined));
  };
  /** Signs on the page; the card reports it. */
  const settle = async (name: DemoAccountName, card: Message) => {
    const { status, turn } = await signOnPage(name, card);
    expect(status).toBe('settled');
    await until(() => plain(card).includes('## Settled'));
    return turn;
  };

  let escrow = '';
  const before = await held();
  const deploy = await answered(discord.command(client, 'deploy', { file: requestFile({ platformFee: 5 }) }));
  await settle('client', deploy);
  [, escrow = ''] = /\*\*Escrow address[^*]*\*\* `(C[A-Z2-7]{55})`/.exec(textOf(deploy)) ?? [];
  const stateNow = async () => {
    const { state, held: holds, turn = [] } = await bot.desk.get({ contractId: escrow });
    return [state, holds, turn[0]?.role, turn[0]?.action];
  };
  expect(await stateNow()).toEqual(['working', '0', 'anyone', 'fund']);

  await settle('client', await press(client, 'Fund'));
  expect(await stateNow()).toEqual(['working', '30.5', 'serviceProvider', 'change-status']);

  // Nothing can be paid out before it is approved; the answer says who approves.
  const early = discord.clickId(client, await show(client), `v1:release:${escrow}.1`);
  const refused = plain(await until(() => early.messages.find((each) => each !== early.on && each.components)));
  expect(refused).toContain('Milestone 1 is not approved yet.');
  expect(refused).toContain(`The approver (Ana, ${addressOf('client')}) approves first.`);

  const report = await press(provider, 'Report 1', { status: 'done', evidence: 'https://example.org/sketches' });
  expect(await settle('provider', report)).toMatchObject({ role: 'approver', action: 'approve', milestone: 1 });
  expect(plain(report)).toContain('**Next** Approver');
  expect(await settle('client', await press(client, 'Approve 1'))).toMatchObject({ action: 'release', milestone: 1 });
  const payout = await press(client, 'Pay out 1');
  expect(plain(payout)).toContain('**9.9435 USDC** to the receiver');
  await settle('client', payout);
  expect(await stateNow()).toEqual(['working', '20', 'serviceProvider', 'change-status']);

  // The platform is a party; the resolver cannot open a dispute.
  expect(buttonsOf(await show(arbiter)).map(({ label }) => label)).toEqual([
    'Look again',
    'Follow here',
    'Cancel and refund',
  ]);
  const asked = await press(platform, 'Dispute');
  await settle('platform', await answered(discord.click(platform, asked, 'Open a dispute')));
  expect(await stateNow()).toEqual(['in dispute', '20', 'disputeResolver', 'resolve']);
  const shares = `${addressOf('provider')} 10\n${addressOf('client')} 9`;
  const decision = await press(arbiter, 'Decide 2', { shares });
  expect(plain(decision)).toContain('Left in the escrow: 1 USDC.');
  const confirming = discord.click(arbiter, decision, 'I have read this');
  await until(() => confirming.modal);
  await answered(discord.submitModal(arbiter, confirming, { amount: '19' }));
  await settle('arbiter', decision);
  expect(await stateNow()).toEqual(['finished', '1', 'disputeResolver', 'withdraw']);
  const rest = await press(arbiter, 'Withdraw', { shares: `${addressOf('client')} 1` });
  expect(await settle('arbiter', rest)).toBeUndefined();
  expect(plain(rest)).toContain('**Next** Nothing is left to do.');
  expect(await stateNow()).toEqual(['finished', '0', undefined, undefined]);

  const after = await held();
  const gained = after.map((units, at) => units - (before[at] ?? 0n));
  // 5 % for the platform and 0.3 % for the service, of 10.5, 19 and 1.
  const backToClient = 85_230_000n + 9_470_000n;
  expect(gained).toEqual([backToClient - 305_000_000n, 99_435_000n + 94_700_000n, 15_250_000n, 0n, 915_000n, 0n]);
  expect(gained.reduce((sum, units) => sum + units, 0n)).toBe(0n);
});
