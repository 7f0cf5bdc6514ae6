/** A life of an escrow for people whose Discord speaks Spanish, in a server that does: what they are shown and asked. */

import type { DemoAccountName } from '@countersign/escrow-service';
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { type Discord, type Person, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import type { Channel, Message } from '@countersign/testkit/discord/messages';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { addressOf, foreignIn, labels, plain, SPANISH, talkIn } from '@countersign/testkit/discord/talk';
import { beforeEach, expect, test } from 'vitest';

let discord: Discord;
let client: Person;
let provider: Person;
let channel: Channel;

const foreign = (message: Message) => foreignIn(message, ['A logo in three steps']);
const { say, press } = talkIn(() => discord);
/** What a command answers is Spanish, and says this. */
async function says(who: Person, command: string, options: Record<string, unknown>, expected: string) {
  const message = await say(who, command, options);
  expect(plain(message)).toContain(expected);
  expect([command, foreign(message)]).toEqual([command, []]);
  return message;
}
async function settle(who: Person, name: DemoAccountName, card: Message): Promise<Message> {
  expect(foreign(card)).toEqual([]);
  const sent = await says(who, 'submit', { file: signCard(card, name) }, '## Quedó registrada');
  await until(() => plain(card).includes('## Quedó registrada'));
  expect(foreign(card)).toEqual([]);
  return sent;
}

beforeEach(async () => {
  discord = await startDiscord();
  await startTestBot(discord, await startWorld());
  channel = discord.channel;
  [client, provider] = [discord.person({ ...SPANISH, channel }), discord.person({ ...SPANISH, channel })];
});

test('an escrow is prepared, funded, reported, followed and listed in Spanish', { timeout: 60_000 }, async () => {
  await says(client, 'wallet', { address: addressOf('client') }, 'Su billetera aquí');
  await says(provider, 'wallet', { address: addressOf('provider') }, 'nada prueba que sea suya');
  const card = await says(client, 'deploy', { file: requestFile() }, '## Listo para firmar: Logo');
  expect(labels(card)).toEqual(expect.arrayContaining(['Pedir la firma', 'Renovar', 'Descartar']));
  const [, escrow = ''] = /`(C[A-Z2-7]{55})`/.exec(textOf(card)) ?? [];
  expect(plain(card)).toContain('fijada por sus condiciones');
  await settle(client, 'client', card);

  const shown = await says(client, 'show', { escrow }, '**A quién le toca**');
  expect(labels(shown)).toEqual(expect.arrayContaining(['Depositar', 'Seguir aquí', 'Mirar de nuevo']));
  const followed = await press(client, shown, 'Seguir aquí');
  expect(plain(followed)).toContain('### Se sigue');
  const payment = await says(client, 'fund', { escrow }, '## Un pago por firmar');
  expect(plain(payment)).toContain('a este depósito en garantía');
  await settle(client, 'client', payment);
  await until(() => channel.messages.length > 1);
  for (const post of channel.messages) expect([plain(post), foreign(post)]).toEqual([plain(post), []]);

  const open = await says(provider, 'show', { escrow }, '**Estado** en curso');
  const click = discord.click(provider, open, 'Informar 1');
  const modal = await until(() => click.modal);
  expect(JSON.stringify(modal)).toContain('Informar sobre el hito 1');
  const submitted = discord.submitModal(provider, click, { status: 'listo' });
  const report = await until(() => submitted.messages.find((each) => each !== open && each.components !== undefined));
  expect(plain(report)).toContain('## Por firmar');
  await settle(provider, 'provider', report);

  await says(client, 'list', {}, '### Sus depósitos aquí');
  await says(client, 'balance', { all: true }, 'En total');
  await says(client, 'pending', {}, 'No hay nada pendiente');
});

test('everything else that is answered is Spanish', async () => {
  await says(client, 'help', {}, 'Nadie aquí necesita nunca su clave secreta');
  await says(client, 'limits', { 'max-amount': '500' }, 'como máximo 500');
  await says(client, 'template', {}, 'Un ejemplo completo');
  await says(client, 'list', {}, 'No preparó ninguno en este servidor');
  await says(client, 'balance', { all: true }, 'Ninguno de sus depósitos');
  await says(client, 'wallet', {}, 'No hay ninguna billetera guardada');
  const draft = await says(client, 'deploy', {}, '## Borrador: un depósito nuevo');
  expect(labels(draft)).toEqual(expect.arrayContaining(['Datos básicos', 'Personas', 'Hitos', 'Descargar como YAML']));
  await says({ ...client, manages: true }, 'settings', {}, '## Ajustes de este servidor');
});

test('errors are in Spanish, with what to do', async () => {
  await says(client, 'settings', {}, 'Solo los miembros con el permiso “Gestionar servidor”');
  await says(client, 'submit', { xdr: 'no transaction' }, 'XDR');
  await says(client, 'submit', {}, 'El pedido no es válido.');
  await says(client, 'pending', { id: '0'.repeat(32) }, '/escrow pending muestra lo que usted preparó aquí');
  await says(client, 'trustline', { token: 'USDC' }, 'No guardó ninguna billetera aquí.');
});

test('of two people in one server each is answered in their own language', async () => {
  const english = discord.person({ locale: 'en-GB', guildLocale: 'es-ES' });
  expect(plain(await say(english, 'help'))).toContain('Nobody here ever needs your secret key');
  expect(plain(await say(client, 'help'))).toContain('Nadie aquí necesita nunca');
});
