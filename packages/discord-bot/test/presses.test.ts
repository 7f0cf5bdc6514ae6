/**
 * What four people press in an escrow's whole life: each interaction with Discord, each link that they
 * open and each press in a wallet counts. Presses on the page itself do not. Without a page the work is reported without a
 * link: its form takes one press more for each milestone.
 */
import type { DemoAccountName } from '@countersign/escrow-service';
import { createSigningPage } from '@countersign/signing-page';
import type { PageView } from '@countersign/signing-page/internal/page-view';
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import type { FieldValues } from '@countersign/testkit/discord/components';
import {
  answered,
  buttonsOf,
  type Discord,
  type Person,
  startDiscord,
  until,
} from '@countersign/testkit/discord/discord';
import type { Interaction, Message } from '@countersign/testkit/discord/messages';
import { signCard } from '@countersign/testkit/discord/request';
import { addressOf, labels, plain, talkIn } from '@countersign/testkit/discord/talk';
import { signAs } from '@countersign/testkit/mcp/request';
import { browserOf } from '@countersign/testkit/page/sign-in';
import { freePort } from '@countersign/testkit/processes/ports';
import { expect, test } from 'vitest';

const PUBLIC = 'https://sign.example.org';
const NAMES = ['client', 'provider', 'arbiter'] as const;
type Name = (typeof NAMES)[number];

/** A server that has its messages in the channel, and the living message of an escrow that settled in it. */
async function live(hasPage: boolean, milestones: number, hasWallets = true) {
  const discord: Discord = await startDiscord();
  const more = hasPage ? { COUNTERSIGN_PUBLIC_URL: PUBLIC, COUNTERSIGN_PAGE_PORT: String(await freePort()) } : {};
  const limits = { ESCROW_RATE_LIMIT: '1000', DISCORD_PERSON_RATE_LIMIT: '1000', DISCORD_SERVER_RATE_LIMIT: '1000' };
  const bot = await startTestBot(discord, { ...(await startWorld()), ...limits, ...more });
  const page = createSigningPage({ desk: bot.desk, publicUrl: PUBLIC });
  const people = Object.fromEntries(NAMES.map((name) => [name, discord.person()])) as Record<Name, Person>;
  const browsers = Object.fromEntries(NAMES.map((name) => [name, browserOf(page, PUBLIC)]));
  const { say, open } = talkIn(() => discord);
  if (hasWallets) for (const name of NAMES) await say(people[name], 'wallet', { address: addressOf(name) });
  const boss = discord.person({ manages: true });
  const panel = await say(boss, 'settings');
  const { versions } = panel;
  discord.choose(boss, panel, 'v1:settings-place:server', ['channel']);
  await until(() => panel.versions > versions);

  const setUp = discord.interactions.size;
  let links = 0;
  let signatures = 0;
  const presses = () => discord.interactions.size - setUp + links + signatures;
  const { channel } = discord;
  const living = (...parts: readonly string[]): Promise<Message> =>
    until(() => {
      const last = channel.messages.at(-1);
      const seen = last === undefined ? '' : [plain(last), ...labels(last)].join('\n');
      return parts.every((part) => seen.includes(part)) && last;
    });
  const cardIn = (asked: Interaction): Promise<Message> =>
    until(() => asked.messages.find((each) => each.files.some(({ name }) => name === 'unsigned.xdr.txt')));
  const press = (name: Name, on: Message, label: string) => discord.click(people[name], on, label);
  const fill = async (name: Name, on: Message, label: string, values: FieldValues) =>
    discord.submitModal(people[name], await open(people[name], on, label), values);
  /** Signs the file of the card, and sends it. @returns the interaction, which may have brought the next card */
  const sign = async (name: Name, card: Message): Promise<Interaction> => {
    signatures += 1;
    const sent = discord.command(people[name], 'submit', { file: signCard(card, name) });
    await until(() => sent.messages.find((each) => plain(each).includes('## Settled')));
    return sent;
  };
  const ask = async (name: Name, path: string, body?: object) =>
    (await browsers[name]?.ask(path, body))?.body as unknown as PageView & { page?: string; next?: string };
  /** At a page that is open: `sign/…`. @returns the path of the page */
  const signAt = async (name: Name, at: string): Promise<string> => {
    const { offer } = await ask(name, `/${at}/view`);
    signatures += 1;
    const { status } = await ask(name, `/${at}/submit`, {
      signedXdr: signAs(name as DemoAccountName, String(offer.unsignedXdr), offer.hash),
    });
    expect(status.status).toBe('settled');
    return at;
  };
  const nextAt = async (name: Name, at: string, step: object): Promise<string> =>
    await signAt(name, `sign/${(await ask(name, `/${at}/next`, step)).next}`);
  const openLink = (on: Message, label: string): string => {
    const { url } = buttonsOf(on).find((each) => each.label === label) ?? {};
    links += 1;
    return String(url).slice(PUBLIC.length + 1);
  };
  const prepareAt = async (name: Name, escrowPage: string, step: object): Promise<string> => {
    const { page: at } = await ask(name, `/${escrowPage}/prepare`, { ...step, signer: addressOf(name) });
    return await signAt(name, String(at));
  };
  const signIn = async (name: Name) => {
    signatures += 1;
    await browsers[name]?.signIn(name);
  };

  const command = discord.command(people.client, 'deploy');
  await until(() => command.modal);
  const formed = discord.submitModal(people.client, command, {
    title: 'Logo',
    lines: Array.from({ length: milestones }, (_, at) => `10 | Part ${at + 1}`).join('\n'),
    description: 'A logo',
    worker: [people.provider.userId],
    arbiter: [people.arbiter.userId],
  });
  const panelOfDraft = await until(() => formed.messages.find((each) => each.components !== undefined));
  if (!hasWallets) {
    expect(plain(panelOfDraft)).toContain('asked in this channel. Press Prepare once it is saved.');
    const wish = await living('needs your wallet');
    const save = (name: Name, on: Message, label: string) => fill(name, on, label, { address: addressOf(name) });
    await answered(await save('client', panelOfDraft, 'Add my wallet'));
    for (const name of ['provider', 'arbiter'] as const) await answered(await save(name, wish, 'Save my wallet'));
  }
  const deploy = await cardIn(press('client', panelOfDraft, 'Prepare'));
  await living('**Logo**');
  const deployed = hasPage ? await signAt('client', openLink(deploy, 'Read and sign')) : await sign('client', deploy);
  const settled = presses();
  await living('0 of');

  /** The payer goes on where the deploy settled. */
  const fund = async () => {
    if (typeof deployed === 'string') await nextAt('client', deployed, { action: 'fund' });
    else await sign('client', await cardIn(deployed));
  };
  const work = async (at: number) => {
    const on = await living(`Report Part ${at}`);
    const report = { status: 'done', evidence: 'https://files.example/part' };
    if (hasPage) {
      const open = openLink(on, `Report Part ${at}`);
      if (at === 1) await signIn('provider');
      await prepareAt('provider', open, { action: 'change-status', milestone: at, ...report });
    } else await sign('provider', await cardIn(press('provider', on, 'Report without a link')));
    const reported = await living('look at it');
    const label = `Approve and pay Part ${at}`;
    if (hasPage) {
      const approve = await prepareAt('client', openLink(reported, label), { action: 'approve', milestone: at });
      await nextAt('client', approve, { action: 'release', milestone: at });
    } else await sign('client', await cardIn(await sign('client', await cardIn(press('client', reported, label)))));
    await living(`✓`, `Part ${at}`);
  };
  const dispute = async () => {
    const on = await living('Report Part 1');
    if (hasPage) await prepareAt('client', openLink(on, 'Report Part 1'), { action: 'dispute', milestone: 1 });
    else {
      const details = await answered(press('client', on, 'Details'));
      const asked = await answered(press('client', details, 'Dispute'));
      await sign('client', await cardIn(press('client', asked, 'Open a dispute')));
    }
  };
  const decide = async () => {
    const on = await living('is in dispute');
    const shares = [addressOf('provider'), addressOf('client')].map((address) => ({ address, amount: '5' }));
    if (hasPage) {
      const step = { action: 'resolve', milestone: 1, distributions: shares };
      await prepareAt('arbiter', openLink(on, 'Decide Part 1'), step);
    } else {
      const typed = { shares: shares.map(({ address, amount }) => `${address} ${amount}`).join('\n') };
      await sign('arbiter', await cardIn(await fill('arbiter', on, 'Decide Part 1', typed)));
    }
  };
  const cancel = async () => {
    const on = await living('Report Part 1');
    if (hasPage) await prepareAt('client', openLink(on, 'Report Part 1'), { action: 'end' });
    else {
      const details = await answered(press('client', on, 'Details'));
      await sign('client', await cardIn(press('client', details, 'Cancel and refund')));
    }
    const disputed = await living('is in dispute');
    if (hasPage) await prepareAt('arbiter', openLink(disputed, 'Decide Part 1'), { action: 'end' });
    else await sign('arbiter', await cardIn(press('arbiter', disputed, 'Refund')));
  };
  return { settled, presses, fund, work, dispute, decide, cancel };
}

test('takes two presses more for each member without a saved wallet', async () => {
  const [saved, unsaved] = [await live(false, 1), await live(false, 1, false)];
  expect(unsaved.settled - saved.settled).toBe(2 * NAMES.length);
});

/** The escrow's page signs with one press less: its link replaces the card's button and the command that sends a file. */
test.each([
  { hasPage: true, deploy: 5, one: 12, three: 22, decision: 10, refund: 10 },
  { hasPage: false, deploy: 5, one: 15, three: 31, decision: 16, refund: 14 },
])('five lives take no more presses than counted here, with a page: $hasPage', async (most) => {
  const { hasPage } = most;
  const paid = async (milestones: number): Promise<readonly number[]> => {
    const { settled, presses, fund, work } = await live(hasPage, milestones);
    await fund();
    for (let at = 1; at <= milestones; at += 1) await work(at);
    return [settled, presses()];
  };
  const disputed = await live(hasPage, 1);
  await disputed.fund();
  await disputed.dispute();
  await disputed.decide();
  const cancelled = await live(hasPage, 1);
  await cancelled.fund();
  await cancelled.cancel();
  const [deploy, one] = await paid(1);
  const [, three] = await paid(3);
  const [decision, refund] = [disputed.presses(), cancelled.presses()];
  expect({ hasPage, deploy, one, three, decision, refund }).toEqual(most);
});
