/** Cards for a team in Spanish: each person is answered in their language, and everybody reads the server's. */
import { ROLE_NAMES, STEP_NAMES } from '@countersign/core/escrow';
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { buttonsOf, type Discord, type Person, startDiscord, until } from '@countersign/testkit/discord/discord';
import type { Message } from '@countersign/testkit/discord/messages';
import { requestFile } from '@countersign/testkit/discord/request';
import { addressOf, foreignIn, labels, plain, SPANISH, talkIn } from '@countersign/testkit/discord/talk';
import { foreignWords, lost, tooLong } from '@countersign/testkit/fixtures/spoken-texts';
import { beforeEach, expect, test } from 'vitest';
import { keptOf, teamMessage } from '../src/team/team-card.ts';
import * as en from '../src/words/en/team.ts';
import * as es from '../src/words/es/team.ts';
import { wordsOf } from '../src/words/index.ts';

let discord: Discord;
let ada: Person;
let client: Person;

const CLIENT = addressOf('client');
const { say } = talkIn(() => discord);
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
  expect(labels(question)).toEqual(['En un hilo privado', 'En un hilo público', 'En este canal']);
  expect(foreignIn(question)).toEqual([]);
  const bob = discord.person(SPANISH);
  const chosen = discord.choose(ada, question, 'A quién pedirla', [bob.userId]);
  await until(() => chosen.messages.length > 0 && plain(question).includes(`Usted eligió a <@${bob.userId}>`));
  expect(foreignIn(question)).toEqual([]);

  const told = await press(ada, question, 'ask-thread');
  expect([plain(told).includes('### Firma pedida'), labels(told), foreignIn(told)]).toEqual([
    true,
    ['Ir a la tarjeta'],
    [],
  ]);
  const [thread] = discord.threadsOf(discord.channel);
  const [team] = thread?.messages ?? [];
  if (thread === undefined || team === undefined) throw new Error('nothing was posted');
  expect(plain(team)).toContain('## Logo: a la espera de quien firma');
  expect(plain(team)).toContain(`<@${ada.userId}> pide la firma a <@${bob.userId}>. Nada demuestra`);
  expect(labels(team)).toEqual(['Abrir mi tarjeta', 'Quien firma soy yo', 'Volver a pedirla']);
  expect(foreignIn(team)).toEqual([]);

  thread.members.add(client.userId);
  expect(foreignIn(await press(client, team, 'team-open'))).toEqual([]);
  const claimed = await press(client, team, 'team-signer');
  expect([plain(claimed).includes('Se avisó'), foreignIn(claimed)]).toEqual([true, []]);
  const claim = thread.messages.at(-1) as Message;
  expect([claim.mentions, foreignIn(claim), labels(claim)]).toEqual([[ada.userId], [], ['Dejar entrar']]);
  expect(foreignIn(await press(ada, claim, 'team-let'))).toEqual([]);
  expect(plain(claim)).toContain('puede abrir la tarjeta y firmar');

  const again = await press(ada, team, 'team-open');
  const already = await press(ada, again, 'ask');
  expect([plain(already).includes('La firma ya se había pedido'), foreignIn(already)]).toEqual([true, []]);
  await press(ada, again, 'discard');
  await until(() => plain(team).includes('## Logo: descartada'));
  expect(foreignIn(team)).toEqual([]);
});

test('everybody reads the server’s language, and each person is answered in theirs', async () => {
  const english = discord.person({ locale: 'en-GB', guildLocale: 'es-ES' });
  const question = await press(english, await say(english, 'deploy', { file: requestFile({}) }), 'ask');
  expect(plain(question)).toContain('Where do you ask for the signature?');
  expect(plain(await press(english, question, 'ask-here'))).toContain('Asked for the signature');
  const team = discord.channel.messages.at(-1) as Message;
  expect(plain(team)).toContain('a la espera de quien firma');
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
  expect(labels(question)).toEqual(['En este canal']);
  expect(plain(question)).toContain('el bot necesita aquí “Crear hilos privados” y “Enviar mensajes en hilos”.');
  expect(plain(question)).toContain('Consulte a un moderador');
});

test('every card is Spanish, in every state and for every signer', () => {
  const stages = [
    'waiting',
    'sent',
    'failed',
    'displaced',
    'settled',
    'taken',
    'declined',
    'replaced',
    'discarded',
  ] as const;
  const ids = { handle: 'a'.repeat(32), guild: '1', channel: '2', thread: null, message: '3', asker: '4', asked: null };
  const card = { ...ids, signer: CLIENT, contract: '', title: '', shown: 'waiting', isChosen: 0 } as const;
  const kept = [
    keptOf(undefined),
    ...STEP_NAMES.flatMap((step) => [undefined, ...ROLE_NAMES].map((role) => keptOf({ step, role }))),
  ];
  const messages = [
    ...kept.map((role) => teamMessage({ ...card, role }, 'waiting', wordsOf('es'))),
    ...stages.map((stage) => teamMessage({ ...card, role: '' }, stage, wordsOf('es'))),
  ] as unknown as Message[];
  for (const message of messages) expect(foreignIn(message), plain(message)).toEqual([]);
  expect(plain(messages[0] as Message)).toContain('## Pago: a la espera de quien firma');
  const approving = teamMessage({ ...card, role: 'approve.approver' }, 'waiting', wordsOf('es'));
  expect(plain(approving as never)).toContain('a la espera de quien aprueba (aprobar)');
  const before = teamMessage({ ...card, role: 'the approver (approve)' }, 'waiting', wordsOf('en'));
  expect(plain(before as never)).toContain('## Payment: waiting for the signer');
});

test('every text is there, is Spanish, loses nothing and is not too long', () => {
  const given = ['<@1>', '<@2>', true] as const;
  const codes = [10003, 10004, 10007, 10008, 50001, 50013, 50024, 50083, 160006];
  const textsOf = (words: typeof en): string[] => [
    ...Object.entries(words).flatMap(([name, value]): string[] => {
      if (typeof value === 'string') return [value];
      if (typeof value === 'object') return Object.values(value);
      if (['waitingFor', 'postProblem', 'botNeeds', 'forMorePlaces'].includes(name)) return [];
      return [(value as (...parts: readonly unknown[]) => string)(...given)];
    }),
    ...codes.map((code) => String(words.postProblem(code))),
    words.botNeeds(['ViewChannel', 'SendMessages']),
    words.forMorePlaces(['ViewChannel', 'SendMessages']),
  ];
  const pairs = textsOf(en).map((english, at) => [english, textsOf(es)[at] as string] as const);
  expect(pairs.length).toBeGreaterThan(60);
  for (const [english, spanish] of pairs) {
    expect(foreignWords(spanish.replaceAll(/\/escrow \w+/g, '')), spanish).toEqual([]);
    expect(tooLong(english, spanish), spanish).toBe(false);
    const numbers = lost(english.replaceAll(/“[^”]*”/g, ''), spanish);
    expect(numbers, spanish).toEqual([]);
  }
});
