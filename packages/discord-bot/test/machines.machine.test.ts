/** Two bots on two machines: each change is shown and announced once, also after one of them is killed. */
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { answered, type Channel, textOf, until } from '@countersign/testkit/discord/discord';
import { deploy, discard, kill, linesOf, type Machines, machines, settle } from '@countersign/testkit/discord/machines';
import type { Message } from '@countersign/testkit/discord/messages';
import { talkIn } from '@countersign/testkit/discord/talk';
import { hasPostgres, rowsOf, runSql } from '@countersign/testkit/postgres/databases';
import type { Started } from '@countersign/testkit/processes/start-process';
import { describe, expect, test } from 'vitest';

const CLIENT = String(SANDBOX_ACCOUNTS[0]?.address);
const plain = (message: Message) => textOf(message).replaceAll('\\', '');

/** Has the database count how often each bot looks at what it follows. */
async function countLooks({ world: { DATABASE_URL: url = '' } }: Machines) {
  await runSql(
    url,
    `CREATE TABLE public.looks (holder TEXT NOT NULL);
     CREATE FUNCTION public.count_look() RETURNS trigger LANGUAGE plpgsql
       AS $$ BEGIN INSERT INTO public.looks VALUES (NEW.holder); RETURN NEW; END $$;
     CREATE TRIGGER look BEFORE INSERT ON countersign.watching FOR EACH ROW EXECUTE FUNCTION public.count_look()`,
  );
  /** Waits until each of the two that live has begun so many looks. */
  return async (times: number) => {
    await runSql(url, 'DELETE FROM public.looks');
    const found = `SELECT holder FROM public.looks GROUP BY holder HAVING count(*) >= ${times}`;
    await expect.poll(() => rowsOf(url, found)).toHaveLength(2);
  };
}

describe.runIf(hasPostgres)('with PostgreSQL', () => {
  test('a change is shown and announced once, also after a kill, and a bot that ends is succeeded at once', async () => {
    const all = await machines();
    const { discord, person } = all;
    const channel: Channel = discord.openChannel();
    const both = await Promise.all([all.start(), all.start()]);
    const looked = await countLooks(all);
    const followed: Message[] = [];
    for (const title of ['One', 'Two']) {
      const card = await deploy(all, { engagementId: title, title });
      await settle(all, card);
      await until(() => textOf(card).includes('Settled'));
      const escrow = /C[A-Z2-7]{55}/.exec(textOf(card))?.[0] as string;
      await talkIn(() => discord).pressOn({ ...person, channel }, escrow, 'follow');
      followed.push(channel.messages.at(-1) as Message);
    }
    await answered(discord.command(person, 'wallet', { address: CLIENT }));
    const announced = () =>
      channel.messages.filter((each) => plain(each).includes('The money is in the escrow')).length;
    const opened: { readonly card: Message; readonly versions: number }[] = [];
    /** Something to announce and something to show. Both have one signer, so that settling one ends the other. */
    const prepare = async (title: string) => {
      const on = followed[opened.length] as Message;
      const fund = await answered(discord.click({ ...person, channel }, on, 'Fund'));
      const card = await deploy(all, { engagementId: title, title });
      // The log says so once the card is stored.
      const deployed = () => both.reduce((sum, bot) => sum + linesOf(bot, '"action":"deploy"'), 0);
      await until(() => deployed() > followed.length + opened.length);
      opened.push({ card, versions: card.versions });
      return async () => {
        await discard(all, title);
        await settle(all, fund);
      };
    };
    const isShown = () =>
      announced() >= opened.length && opened.every(({ card }) => textOf(card).includes('Discarded'));

    const change = await prepare('Three');
    await looked(1);
    await change();
    await until(isShown);

    const changeAgain = await prepare('Four');
    const announcer = await until(() => both.find((bot) => linesOf(bot, '"announced"') > 0));
    const survivor = both.find((bot) => bot !== announcer) as Started;
    await kill(announcer);
    await changeAgain();
    const third = await all.start();
    await until(isShown);
    await looked(2);
    expect(announced()).toBe(2);
    expect(channel.messages).toHaveLength(4);
    expect(opened.map(({ card, versions }) => card.versions - versions)).toEqual([1, 1]);
    expect([...both, third].reduce((sum, bot) => sum + linesOf(bot, '"announced"'), 0)).toBe(2);

    survivor.child.kill('SIGTERM');
    expect(await survivor.ended).toBe(0);
    expect(textOf(await answered(discord.command(person, 'list', { status: 'open' })))).not.toBe('');
  });
});
