/** A deploy that settles late: its card and its message follow without a press. */
import { startLossyWorld, startTestBot } from '@countersign/testkit/discord/bot';
import { answered, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import { requestFile, SIGNER, signCard } from '@countersign/testkit/discord/request';
import { expect, test } from 'vitest';

test('sends the next card, and goes on with the escrow’s message, when a deploy settles only after its submission was answered', async () => {
  const discord = await startDiscord();
  const { env, service } = await startLossyWorld();
  service.stumble = undefined;
  service.faults.push('refuses and sends later');
  await startTestBot(discord, env);
  const person = discord.person({ manages: true });
  const panel = await answered(discord.command(person, 'settings'));
  const { versions } = panel;
  discord.choose(person, panel, 'v1:settings-place:server', ['channel']);
  await until(() => panel.versions > versions);
  await answered(discord.command(person, 'wallet', { address: SIGNER }));
  const deploy = await answered(discord.command(person, 'deploy', { file: requestFile() }));
  const sent = discord.command(person, 'submit', { file: signCard(deploy) });
  expect(textOf(await answered(sent))).toContain('Sent, outcome not known yet');
  expect(sent.messages).toHaveLength(1);
  const [post] = discord.channel.messages as [typeof deploy];
  await until(() => textOf(post).includes('not known yet'));
  await service.release();
  await until(() => textOf(post).includes('0 of 30\\.5 USDC paid'));
  const payment = await until(() => sent.messages.find((each) => textOf(each).includes('A payment to sign')));
  expect(textOf(sent.messages[0] as typeof payment)).toContain('Settled');
  expect(textOf(await answered(discord.command(person, 'submit', { file: signCard(payment) })))).toContain(
    'The payment arrived',
  );
});
