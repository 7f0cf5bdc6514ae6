/** A wallet that somebody saved lately in the place of another one is pointed at on every card that shows it. */
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, type Person, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import { REQUEST, requestFile } from '@countersign/testkit/discord/request';
import { expect, test } from 'vitest';

const DAY_MS = 24 * 3_600_000;
const [CLIENT, PROVIDER] = SANDBOX_ACCOUNTS.map(({ address }) => address) as [string, string];

test('a changed wallet is pointed out for a week to others in the same server; a first wallet is not a change', async () => {
  const discord = await startDiscord();
  let clock = 0;
  await startTestBot(discord, await startWorld(), () => Date.now() + clock);
  const [ada, bob] = [discord.person(), discord.person()];
  const say = async (who: Person, command: string, options: Record<string, unknown> = {}) =>
    textOf(await answered(discord.command(who, command, options as never))).replaceAll('\\', '');
  let count = 0;
  const deploy = async (who: Person) => {
    count += 1;
    return await say(who, 'deploy', { file: requestFile({ ...REQUEST, engagementId: `ENG-${count}` }) });
  };

  await say(bob, 'wallet', { address: CLIENT });
  expect(await deploy(ada)).not.toContain('Look twice:');
  const asked = await answered(discord.command(bob, 'wallet', { address: PROVIDER }));
  discord.click(bob, asked, 'Change it');
  await until(() => textOf(asked).includes('Your wallet here'));
  expect(textOf(asked)).toContain('nothing proves that it is yours');

  const card = await deploy(ada);
  expect(card).toContain(`**Look twice:** <@${bob.userId}> changed the wallet saved here to \`${PROVIDER}\` <t:`);
  expect(card).toContain('Ready to sign');
  expect(await deploy(bob)).not.toContain('changed the wallet');
  expect(await deploy({ ...ada, guildId: '112233445566778899' })).not.toContain('changed the wallet');
  clock = 8 * DAY_MS;
  expect(await deploy(ada)).not.toContain('changed the wallet');
});
