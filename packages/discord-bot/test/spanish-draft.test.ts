/** Drafts and the settings of a server in Spanish: what is shown, asked for in forms, refused, downloaded and posted. */
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import {
  answered,
  buttonsOf,
  type Discord,
  type Person,
  startDiscord,
  textOf,
  until,
} from '@countersign/testkit/discord/discord';
import type { Message } from '@countersign/testkit/discord/messages';
import { requestFile } from '@countersign/testkit/discord/request';
import { labels, plain, SPANISH, talkIn } from '@countersign/testkit/discord/talk';
import { foreignWords } from '@countersign/testkit/fixtures/spoken-texts';
import { beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';

const [CLIENT = '', PROVIDER = '', , ARBITER = ''] = SANDBOX_ACCOUNTS.map(({ address }) => address);
const USDC = NETWORKS.sandbox.tokens[0].address;
const MORE = 'Personas, token, comisión';
const DEAL = { title: 'Logo', lines: '30.5 | Bocetos', description: 'Un logo' };

let discord: Discord;
let bot: Awaited<ReturnType<typeof startTestBot>>;
let ana: Person;
let leo: Person;
let boss: Person;

beforeEach(async () => {
  discord = await startDiscord();
  bot = await startTestBot(discord, await startWorld());
  [ana, leo] = [discord.person(SPANISH), discord.person(SPANISH)];
  boss = discord.person({ ...SPANISH, manages: true });
});

const { say, draft, press } = talkIn(() => discord);
/** Typed as they are in every language; the terms are a person’s own. */
const AS_THEY_ARE = /`[^`]*`|<[^>]*>|\/escrow \w+|Logo|Bocetos/g;
const foreign = (shown: string) => foreignWords(shown.replaceAll(AS_THEY_ARE, ' '));

/** Everything in a form or message that a person reads, selects and their options too. */
function readIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(readIn);
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => {
    const isRead = ['title', 'label', 'description', 'placeholder', 'content'].includes(key);
    return isRead && typeof value === 'string' ? [value] : readIn(value);
  });
}
type Values = Record<string, string | readonly string[]>;
/** The form under a button is Spanish, and so is what its submission shows, which is returned. */
async function fill(who: Person, panel: Message, label: string, values: Values): Promise<string> {
  const click = discord.click(who, panel, label);
  const modal = await until(() => click.modal);
  const lines = readIn(modal);
  expect(lines.length).toBeGreaterThan(1);
  expect([label, foreign(lines.join('\n'))]).toEqual([label, []]);
  const { versions } = panel;
  const submitted = discord.submitModal(who, click, values);
  const answer = await until(() =>
    submitted.messages.find((each) => (each === panel ? each.versions > versions : each.components !== undefined)),
  );
  return spanish(answer);
}
function spanish(message: Message): string {
  const text = plain(message);
  expect([text, foreign([text, ...readIn(message.components)].join('\n'))]).toEqual([text, []]);
  return text;
}
async function pressed(who: Person, on: Message, label: string): Promise<string> {
  const { versions } = on;
  const click = discord.click(who, on, label);
  const answer = await until(() =>
    click.messages.find((each) => (each === on ? each.versions > versions : each.components !== undefined)),
  );
  return spanish(answer);
}

test('a draft is filled in, corrected, downloaded and prepared in Spanish', async () => {
  await say(ana, 'wallet', { address: CLIENT });
  const command = discord.command(ana, 'deploy');
  const form = await until(() => command.modal);
  expect(foreign(readIn(form).join('\n'))).toEqual([]);
  const wrongDeal = { ...DEAL, lines: 'Bocetos\n-3 | Bocetos\n5 |', worker: [leo.userId] };
  const panel = await answered(discord.submitModal(ana, command, wrongDeal));
  expect(labels(panel)).toEqual(expect.arrayContaining(['Editar', MORE, 'Detalles']));
  for (const part of [
    `<@${leo.userId}> aún no tiene billetera aquí.`,
    `<@${ana.userId}> (según dijo) paga.`,
    '**Línea 1** no tiene | entre el monto y el texto',
    '**Línea 2, monto**',
    '**Línea 3, texto**',
    '**¿Quién decide si hay disputa?**',
  ])
    expect(spanish(panel)).toContain(part);
  expect(await pressed(ana, panel, 'Pedir su billetera')).toContain(`Se le pidió a <@${leo.userId}> en este canal.`);
  spanish(discord.channel.messages[0] as Message);
  await say(leo, 'wallet', { address: PROVIDER });
  await fill(ana, panel, 'Editar', { ...DEAL, worker: [leo.userId] });
  const wrong = await fill(ana, panel, MORE, { people: 'jefe: yo', token: 'DOGE', fee: '120' });
  expect(wrong).toContain('**Línea 1** no nombra un rol y una dirección');
  expect(wrong).toContain('⚠️ **Token**');
  // The names of the roles are read in either language.
  const people = `plataforma: ${ARBITER}\narbiter: ${ARBITER}`;
  const ready = await fill(ana, panel, MORE, { people, token: USDC, fee: '5' });
  expect(ready).toContain('No falta nada.');
  expect(ready).toContain(`<@${leo.userId}> (según dijo) hace el trabajo.`);
  expect(ready).toContain(`\`${ARBITER}\` cobra 5 % de cada pago.`);

  const whole = await press(ana, panel, 'Detalles');
  expect(foreign(plain(whole))).toEqual([]);
  const { files } = await press(ana, whole, 'Descargar como YAML');
  const yaml = String(files[0]?.text);
  expect(yaml).toMatch(/^# Un pedido para \/escrow crear, hecho de un borrador\./);
  expect(foreign(yaml.split('\n')[0] as string)).toEqual([]);
  expect(parse(yaml)).toMatchObject({ title: 'Logo', roles: { serviceProvider: PROVIDER, disputeResolver: ARBITER } });
  expect(await pressed(ana, panel, 'Preparar')).toContain('Logo');
});

test('a draft’s problems and its end are in Spanish', async () => {
  const panel = await draft(ana, DEAL);
  const id = buttonsOf(panel).find(({ label }) => label === 'Detalles')?.custom_id as string;
  const whole = await press(ana, panel, 'Detalles');
  const own = await draft(leo, DEAL);
  const click = discord.clickId(leo, own, id);
  const answer = await until(() => click.messages.find((each) => each !== own && each.components !== undefined));
  expect(spanish(answer)).toContain('Este borrador ya no está aquí.');
  for (let count = 2; count <= 5; count += 1) await fill(ana, whole, 'Borrador nuevo', DEAL);
  const card = await say(ana, 'deploy', { file: requestFile() });
  const [, requestId] = /`([0-9a-f]{32})`/.exec(textOf(card)) ?? [];
  spanish(await say(ana, 'deploy', { from: requestId }));
  expect(await pressed(ana, whole, 'Descartar borrador')).toContain('El borrador ya no está. No se envió nada.');
});

test('settings are shown, asked for, refused and logged in Spanish, and so are their limits', async () => {
  const { channel } = discord;
  const panel = await say(boss, 'settings');
  expect(spanish(panel)).toContain('## Ajustes de este servidor');
  await fill(boss, panel, 'Cambiar valores', { platformFee: '120' });
  const defaults = await fill(boss, panel, 'Cambiar valores', { platformAddress: ARBITER, platformFee: '5' });
  expect(defaults).toContain(`\`${ARBITER}\``);
  expect(await fill(boss, panel, 'Cambiar límites', { maxAmount: 'mucho' })).toContain('no es un monto en unidades');
  expect(await fill(boss, panel, 'Cambiar historial', { days: '0' })).toContain('no es un número entero de días');
  expect(await fill(boss, panel, 'Cambiar historial', { days: '30' })).toContain('30 días');
  expect(await pressed(boss, panel, 'Registrar en este canal')).toContain(`<#${channel.id}>`);

  expect(spanish(await say(ana, 'deploy', { file: requestFile() }))).toContain('Logo');
  await until(() => channel.messages.length === 2);
  for (const each of channel.messages) spanish(each);
  expect(plain(channel.messages[1] as Message)).toContain('**Logo** · ');
  expect(plain(channel.messages[1] as Message)).toContain(' · A la espera de una firma · ');

  await fill(boss, panel, 'Cambiar límites', { maxAmount: '3' });
  const refused = spanish(await say(ana, 'deploy', { file: requestFile({ engagementId: 'ENG-2' }) }));
  expect(refused).toContain('Este límite es uno de los ajustes de este servidor');
  await say(ana, 'wallet', { address: CLIENT });
  expect(spanish(await draft(ana, DEAL))).toContain('De los ajustes de este servidor: dirección de la plataforma');
  await until(() => channel.messages.length === 3);
  expect(spanish(channel.messages[2] as Message)).toContain('cambió los ajustes de este servidor');
  discord.deleteChannel(channel);
  await fill(boss, panel, 'Cambiar límites', {});
  await until(() => bot.lines.find(({ message }) => message.startsWith('the log of a server ended')));
  const again = await say(boss, 'settings');
  expect(spanish(again)).toContain('así que el registro terminó');
});
