/** Two bots on two machines: a change is shown and told once, whichever of them is killed. */
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { answered, type Channel, textOf, until } from '@countersign/testkit/discord/discord';
import {
  deploy,
  discard,
  hears,
  kill,
  later,
  linesOf,
  machines,
  SETTLED_DOWN_MS,
  SUCCEEDED_MS,
  settle,
} from '@countersign/testkit/discord/machines';
import type { Message } from '@countersign/testkit/discord/messages';
import { hasPostgres } from '@countersign/testkit/postgres/databases';
import { describe, expect, test } from 'vitest';

const CLIENT = String(SANDBOX_ACCOUNTS[0]?.address);
const plain = (message: Message) => textOf(message).replaceAll('\\', '');

describe.runIf(hasPostgres)('with PostgreSQL', () => {
  test.each([
    ['while both live', false],
    ['where the one that told so far is killed', true],
  ])(
    'a change is shown once and told once: %s; and who ends is succeeded at once',
    { timeout: 120_000 },
    async (_, dies) => {
      const all = await machines();
      const { discord, person } = all;
      const channel: Channel = discord.openChannel();
      const first = await all.start();
      const second = await all.start();
      const one = await deploy(all, { engagementId: 'ONE', title: 'One' });
      await settle(all, one);
      await until(() => textOf(one).includes('Settled'));
      const escrow = /C[A-Z2-7]{55}/.exec(textOf(one))?.[0] as string;
      await answered(discord.command({ ...person, channel }, 'follow', { escrow }));
      await answered(discord.command(person, 'wallet', { address: CLIENT }));
      const fund = await answered(discord.click({ ...person, channel }, channel.messages[0] as Message, 'Fund'));
      const open = await deploy(all, { engagementId: 'TWO', title: 'Two' });
      // Its card is kept once this is said.
      await until(() => linesOf(first, '"action":"deploy"') === 2);
      if (dies) await kill(first);
      await settle(all, fund);
      await until(() => channel.messages.some((each) => plain(each).includes('Money arrived')), SUCCEEDED_MS);
      // What it was prepared for has moved on meanwhile, which its card says as well.
      await later(SETTLED_DOWN_MS);
      const { versions } = open;
      await discard(all, 'Two');
      await until(() => textOf(open).includes('Discarded'), SUCCEEDED_MS);
      await later(SETTLED_DOWN_MS);
      expect(channel.messages.filter((each) => plain(each).includes('Money arrived'))).toHaveLength(1);
      expect(channel.messages).toHaveLength(2);
      expect(open.versions - versions).toBe(1);
      expect(linesOf(first, '"announced"') + linesOf(second, '"announced"')).toBe(1);

      const [ends, stays] = dies ? [second, await all.start()] : [first, second];
      ends.child.kill('SIGTERM');
      expect(await ends.ended).toBe(0);
      await until(() => hears(stays), SUCCEEDED_MS);
      expect(textOf(await answered(discord.command(person, 'pending')))).not.toBe('');
    },
  );
});
