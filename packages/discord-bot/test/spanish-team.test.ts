/** Cards for a team in Spanish: each person is answered in their language, and everybody reads the server's. */
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { buttonsOf, type Discord, type Person, startDiscord, until } from '@countersign/testkit/discord/discord';
import type { Message } from '@countersign/testkit/discord/messages';
import { requestFile } from '@countersign/testkit/discord/request';
import { addressOf, foreignIn, labels, plain, SPANISH, talkIn } from '@countersign/testkit/discord/talk';
import { beforeEach, expect, test } from 'vitest';

let discord: Discord;
let ada: Person;
let client: Person;

const CLIENT = addressOf('client');
const { change, say } = talkIn(() => discord);
/** By the action of the button: other rooms name theirs. */
async function press(who: Person, on: Message, action: string): Promise<Message> {
  const id = buttonsOf(on).find(({ custom_id }) => custom_id?.startsWith(`v1:${action}:`))?.custom_id;
  const versions = on.versions;
  const click = discord.clickId(who, on, String(id));
  return await until(() => click.messages.find((each) => each.components && (each !== on || each.versions > versions)));
}

beforeEach(async () => {
  discord = await startDiscord();
  await startTestBot(discord, await startWorld());
  [ada, client] = [discord.person(SPANISH), discord.person(SPANISH)];
  await say(client, 'wallet', { address: CLIENT });
});

test('questions, posts and answers are Spanish, with the same addresses', async () => {
  const question = await press(ada, await say(ada, 'deploy', { file: requestFile({}) }), 'ask');
  expect(plain(question)).toContain('### ¿Dónde quiere pedir la firma?');
  expect(plain(question)).toContain(`<@${client.userId}> guardó aquí la billetera de quien firma \`${CLIENT}\`.`);
  expect(labels(question)).toEqual(['En un hilo privado', 'En este canal', 'Solo para mí']);
  expect(foreignIn(question)).toEqual([]);

  const message = await press(ada, question, 'ask-thread');
  expect([plain(message).includes('### Firma pedida'), labels(message), foreignIn(message)]).toEqual([
    true,
    ['Ir a la tarjeta'],
    [],
  ]);
  const [thread] = discord.threadsOf(discord.channel);
  const [team] = thread?.messages ?? [];
  if (thread === undefined || team === undefined) throw new Error('nothing was posted');
  expect(plain(team)).toContain(`**Logo** · 30.5 USDC\n<@${client.userId}>: lea y firme.`);
  expect(labels(team)).toEqual(['Leer y firmar', 'Quien firma soy yo', 'Volver a pedirla']);
  expect(foreignIn(team)).toEqual([]);

  expect(foreignIn(await press(client, team, 'team-open'))).toEqual([]);
  const bob = discord.person(SPANISH);
  await say(bob, 'wallet', { address: CLIENT });
  thread.members.add(bob.userId);
  const claimed = await press(bob, team, 'team-signer');
  expect([plain(claimed).includes('Se avisó'), foreignIn(claimed)]).toEqual([true, []]);
  const claim = thread.messages.at(-1) as Message;
  expect([claim.mentions, foreignIn(claim), labels(claim)]).toEqual([[ada.userId], [], ['Dejar entrar']]);
  expect(foreignIn(await press(ada, claim, 'team-let'))).toEqual([]);
  expect(plain(claim)).toContain('puede abrir la tarjeta y firmar');

  const again = await press(ada, team, 'team-open');
  const already = await press(ada, again, 'ask');
  expect([plain(already).includes('La firma ya se había pedido'), foreignIn(already)]).toEqual([true, []]);
  await change(ada, await press(ada, again, 'discard'), 'discard-yes');
  await until(() => plain(team).includes('## Logo: Descartada'));
  expect(foreignIn(team)).toEqual([]);
});

test('everybody reads the server’s language, and each person is answered in theirs', async () => {
  const english = discord.person({ locale: 'en-GB', guildLocale: 'es-ES' });
  const question = await press(english, await say(english, 'deploy', { file: requestFile({}) }), 'ask');
  expect(plain(question)).toContain('Where do you ask for the signature?');
  expect(plain(await press(english, question, 'ask-here'))).toContain('Asked for the signature');
  const team = discord.channel.messages.at(-1) as Message;
  expect(plain(team)).toContain('lea y firme.');
  const stranger = discord.person(SPANISH);
  const refused = await press(stranger, team, 'team-open');
  expect([plain(refused).includes('No le corresponde'), foreignIn(refused)]).toEqual([true, []]);
  expect(plain(await press(discord.person({ guildLocale: 'es-ES' }), team, 'team-open'))).toContain(
    'Only people who were asked',
  );

  const led = await say(stranger, 'deploy', { file: requestFile({}) });
  expect(plain(led)).toContain(`<@${english.userId}> ya preparó esto`);
  expect([labels(led), foreignIn(led)]).toEqual([['Ir a la tarjeta', 'Mostrar la mía'], []]);
});

test('a missing permission is named as Discord calls it there', async () => {
  const channel = discord.openChannel({ lacks: ['SEND_MESSAGES_IN_THREADS', 'CREATE_PRIVATE_THREADS'] });
  const there = { ...ada, channel };
  const question = await press(there, await say(there, 'deploy', { file: requestFile({}) }), 'ask');
  expect(labels(question)).toEqual(['En este canal', 'Solo para mí']);
  expect(plain(question)).toContain('el bot necesita aquí “Crear hilos privados” y “Enviar mensajes en hilos”.');
  expect(plain(question)).toContain('Consulte a un moderador');
});
