/** What a person with a phone sees of a card without scrolling: what, how much, whose turn, and the button. */
import type { DemoAccountName } from '@countersign/escrow-service';
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { type Person, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import { drawn, SCREEN } from '@countersign/testkit/discord/drawn';
import type { Message } from '@countersign/testkit/discord/messages';
import { REQUEST, requestFile, signCard } from '@countersign/testkit/discord/request';
import { addressOf, contractIn, labels, plain, SPANISH, talkIn } from '@countersign/testkit/discord/talk';
import { newcomer } from '@countersign/testkit/ledger/newcomer';
import { hasBrowser, launch } from '@countersign/testkit/page/browser';
import { describe, expect, onTestFinished, test } from 'vitest';

const MOST_WORDS = 80;
const MOST_HEIGHT = 0.9 * SCREEN.height;
/** Of its texts, buttons and files. A whole address is one, and so is the deal's own title; only a sandbox's page is on loopback. */
const wordsOf = (message: Message): number =>
  [
    plain(message)
      .replaceAll(/[*`#]|-# (?:Opens|Se abre).*|-# |<t:\d+:R>/g, '')
      .replaceAll(/Logo, colours[^”\n]*/g, 'Logo'),
    ...labels(message),
    ...message.files.map(({ name }) => name),
  ]
    .join(' ')
    .split(/\s+/)
    .filter((each) => /[\p{L}\d]/u.test(each)).length;

/** As long as a title may be. */
const TITLE = 'Logo, colours, typography and a brand guide of forty pages for the harbour museum in three languages';
/** What a person reads and presses first, by the locale of their Discord. */
const READ = [
  {
    about: {},
    ready: ['Ready to sign', '105 USDC'],
    pressed: ['Read and sign', 'Ask for the signature', 'Renew'],
    settled: ['Settled', '105 USDC', 'Next'],
    afterwards: ['Fund', 'Show the escrow'],
    payment: ['A payment to sign', '105 USDC'],
    paying: ['Read and sign', 'Renew'],
    escrow: ['Logo, colours', '105 USDC', 'Whose turn it is'],
    report: 'Report 1',
    step: ['To sign: Report progress', 'milestone 1'],
  },
  {
    about: SPANISH,
    ready: ['Listo para firmar', '105 USDC'],
    pressed: ['Leer y firmar', 'Pedir la firma', 'Renovar'],
    settled: ['Quedó registrada', '105 USDC', 'Sigue'],
    afterwards: ['Depositar', 'Ver el depósito'],
    payment: ['Un pago por firmar', '105 USDC'],
    paying: ['Leer y firmar', 'Renovar'],
    escrow: ['Logo, colours', '105 USDC', 'A quién le toca'],
    report: 'Informar 1',
    step: ['Por firmar: Informar el avance', 'hito 1'],
  },
];
const MILESTONES = Array.from({ length: 10 }, (_, at) => ({
  description: `Part ${at + 1} of the work`,
  amount: '10.5',
}));

describe.runIf(hasBrowser)('the first screen of a phone shows', () => {
  test.each(READ)('the kind, amount, turn and buttons of each card: $ready.0', async (words) => {
    const discord = await startDiscord();
    const world = await startWorld();
    // One person does in a minute what takes days.
    const unlimited = {
      ESCROW_RATE_LIMIT: '1000',
      DISCORD_PERSON_RATE_LIMIT: '1000',
      DISCORD_SERVER_RATE_LIMIT: '1000',
    };
    await startTestBot(discord, { ...world, ...unlimited });
    const browser = await launch();
    onTestFinished(() => browser.close());
    const page = await browser.newPage({ viewport: SCREEN });
    const { say, press, fill } = talkIn(() => discord);
    const settle = async (name: DemoAccountName, who: Person, card: Message) => {
      await say(who, 'submit', { file: signCard(card, name) });
      await until(() => textOf(card).includes(`## ${words.settled[0]}`));
      await expectShort(card);
    };
    const expectShort = async (message: Message, isBlocked = false) => {
      await page.setContent(drawn(message));
      const height = (await page.locator('.box').boundingBox())?.height;
      if (!isBlocked) expect.soft(wordsOf(message), plain(message)).toBeLessThanOrEqual(MOST_WORDS);
      expect.soft(height, plain(message)).toBeLessThanOrEqual(MOST_HEIGHT);
    };
    const expectSeen = async (message: Message, buttons: readonly string[], texts: readonly string[]) => {
      await page.setContent(drawn(message));
      for (const label of buttons) {
        const box = await page.locator('.button', { hasText: label }).first().boundingBox();
        expect((box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0), label).toBeLessThanOrEqual(SCREEN.height);
        expect((box?.x ?? Number.POSITIVE_INFINITY) + (box?.width ?? 0), label).toBeLessThanOrEqual(SCREEN.width);
      }
      for (const text of texts) {
        const box = await page.getByText(text).first().boundingBox();
        expect(box?.y ?? Number.POSITIVE_INFINITY, text).toBeLessThan(SCREEN.height);
      }
    };
    const [client, provider, arbiter, other] = Array.from({ length: 4 }, () => discord.person(words.about)) as [
      Person,
      Person,
      Person,
      Person,
    ];
    await say(client, 'wallet', { address: addressOf('client') });
    await say(provider, 'wallet', { address: addressOf('provider') });

    const deploy = await say(client, 'deploy', { file: requestFile({ title: TITLE, milestones: MILESTONES }) });
    await expectSeen(deploy, words.pressed, words.ready);
    await expectShort(deploy);
    await settle('client', client, deploy);
    await expectSeen(deploy, words.afterwards, words.settled);

    const pay = await press(client, deploy, 'fund');
    await expectSeen(pay, words.paying, words.payment);
    await expectShort(pay);
    await settle('client', client, pay);
    const shown = await say(provider, 'list', { escrow: contractIn(deploy) });
    await expectSeen(shown, [words.report], words.escrow);
    const report = await fill(provider, shown, 'report', {
      status: 'done',
      evidence: 'https://files.example/logo.pdf',
    });
    await expectSeen(report, words.paying, words.step);
    await expectShort(report);
    await settle('provider', provider, report);
    for (const step of ['approve', 'release']) {
      const card = await press(client, await say(client, 'list', { escrow: contractIn(deploy) }), step);
      await expectShort(card);
      await settle('client', client, card);
    }
    const disputing = await fill(client, await say(client, 'list', { escrow: contractIn(deploy) }), 'dispute', {
      milestone: '2',
    });
    await expectShort(disputing);
    await settle('client', client, disputing);
    await say(arbiter, 'wallet', { address: addressOf('arbiter') });
    const disputed = await say(arbiter, 'list', { escrow: contractIn(deploy) });
    const shares = `${addressOf('provider')} 5\n${addressOf('client')} 5.5`;
    await expectShort(await fill(arbiter, disputed, 'resolve', { shares }));
    const worker = await newcomer(world['STELLAR_RPC_URL'] as string);
    const roles = { ...REQUEST.roles, receiver: worker.publicKey() };
    const unpayable = await say(other, 'deploy', { file: requestFile({ engagementId: 'ENG-2', roles }) });
    await expectShort(unpayable);
    await expectShort(await press(other, unpayable, 'trust'));
    await expectShort(
      await say(client, 'deploy', { file: requestFile({ engagementId: 'ENG-3', platformFee: 99 }) }),
      true,
    );
  });
});
