/** What a person with a phone sees of a card without scrolling: what, how much, whose turn, and the button. */
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import type { DemoAccountName } from '@countersign/escrow-service';
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, type Person, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import { drawn, SCREEN } from '@countersign/testkit/discord/drawn';
import type { Message } from '@countersign/testkit/discord/messages';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { hasBrowser, launch } from '@countersign/testkit/page/browser';
import { describe, expect, onTestFinished, test } from 'vitest';

/** As long as a title may be. */
const TITLE = 'Logo, colours, typography and a brand guide of forty pages for the harbour museum in three languages';
const MILESTONES = Array.from({ length: 10 }, (_, at) => ({
  description: `Part ${at + 1} of the work`,
  amount: '10.5',
}));

describe.runIf(hasBrowser)('the first screen of a phone shows', () => {
  test('of each card what it is, how much, whose turn, and what can be pressed', async () => {
    const discord = await startDiscord();
    await startTestBot(discord, await startWorld());
    const browser = await launch();
    onTestFinished(() => browser.close());
    const page = await browser.newPage({ viewport: SCREEN });
    const say = async (who: Person, command: string, options: Record<string, unknown> = {}) =>
      await answered(discord.command(who, command, options as never));
    const press = async (who: Person, card: Message, label: string) => {
      const click = discord.click(who, card, label);
      return await until(() => click.messages.find((each) => each !== card && each.components !== undefined));
    };
    const settle = async (name: DemoAccountName, who: Person, card: Message) => {
      await say(who, 'submit', { file: signCard(card, name) });
      await until(() => textOf(card).includes('## Settled'));
    };
    const expectSeen = async (message: Message, buttons: readonly string[], texts: readonly string[]) => {
      await page.setContent(drawn(message));
      for (const label of buttons) {
        const box = await page.locator('.button', { hasText: label }).first().boundingBox();
        expect((box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0), label).toBeLessThanOrEqual(SCREEN.height);
      }
      for (const text of texts) {
        const box = await page.getByText(text).first().boundingBox();
        expect(box?.y ?? Number.POSITIVE_INFINITY, text).toBeLessThan(SCREEN.height);
      }
    };
    const [client, provider] = [discord.person(), discord.person()];
    await say(client, 'wallet', { address: addressOf('client') });
    await say(provider, 'wallet', { address: addressOf('provider') });

    const deploy = await say(client, 'deploy', { file: requestFile({ title: TITLE, milestones: MILESTONES }) });
    await expectSeen(deploy, ['Read and sign', 'Ask for the signature', 'Renew'], ['Ready to sign', '105 USDC']);
    await settle('client', client, deploy);
    await expectSeen(deploy, ['Fund', 'Show the escrow'], ['Settled', '105 USDC', 'Next']);

    const pay = await press(client, deploy, 'Fund');
    await expectSeen(pay, ['Read and sign', 'Renew'], ['A payment to sign', '105 USDC']);
    await settle('client', client, pay);
    const [, escrow] = /`(C[A-Z2-7]{55})`/.exec(textOf(deploy)) ?? [];
    const shown = await say(provider, 'show', { escrow });
    await expectSeen(shown, ['Report 1'], ['Logo, colours', '105 USDC', 'Whose turn it is']);
  });
});

const addressOf = (name: DemoAccountName): string =>
  String(SANDBOX_ACCOUNTS.find((account) => account.name === name)?.address);
