/** `/escrow list status:`: this person's escrows in this server, newest first, in pages that turn by buttons. */
import type { Balances } from '@countersign/core';
import type { APIButtonComponent, APIComponentInContainer } from 'discord.js';
import type { Message } from '../answers.ts';
import type { Command } from '../interaction.ts';
import type { CostFacts, Reply, Task } from '../task.ts';
import { escrowMessage } from '../views/escrow.ts';
import { line } from '../views/markdown.ts';
import { notice } from '../views/notice.ts';
import { button, buttons, container, text } from '../views/parts.ts';
import type { Words } from '../words/index.ts';
import { aboutTitle, MOST_TITLES, type Title, titlesOf } from './titles.ts';

const ON_A_PAGE = 10;
const IN_A_ROW = 5;

export async function list(task: Task, { texts }: Command): Promise<Reply[]> {
  return [await page(task, 0, texts.get('status') ?? '')];
}

/** @param id `10.settled`: from where on, and which; of another version the first of all */
export async function turnPage(task: Task, id: string): Promise<Reply> {
  const [from = '', phase = ''] = id.split('.');
  return await page(task, /^\d{1,3}$/.test(from) ? Number(from) : 0, phase);
}

/** One of the list, in a message of its own. */
export async function open({ bot, desk, person, call, words }: Task, id: string): Promise<Reply> {
  return { message: escrowMessage(await desk.get({ id }, call), bot.state.wallet(person)?.address, words) };
}

export const listCost = (_: Command, { mostBalanceRequests }: CostFacts) => ({
  requests: mostBalanceRequests(ON_A_PAGE),
  cards: ON_A_PAGE,
});

async function page(task: Task, from: number, phase: string): Promise<Reply> {
  const { records: own } = task.words;
  const isNarrowed = Object.hasOwn(own.PHASES, phase);
  const all = await titlesOf(task.desk, '', MOST_TITLES);
  const titles = isNarrowed ? all.filter(({ status }) => status === phase) : all;
  if (titles.length === 0) return { message: notice(own.HEADING, all.length === 0 ? own.NONE : own.NONE_SO) };
  const begin = Math.min(from, Math.floor((titles.length - 1) / ON_A_PAGE) * ON_A_PAGE);
  const shown = titles.slice(begin, begin + ON_A_PAGE);
  const held = await holdings(task, shown);
  const at = { begin, all: titles.length, phase: isNarrowed ? phase : '' };
  return { message: listMessage(shown, held, at, own) };
}

type Entry = Balances['balances'][number];

/** One reading of the ledger for the whole page. Where it fails, the page says less. */
async function holdings({ bot, desk, person, call }: Task, shown: readonly Title[]): Promise<Map<string, Entry>> {
  const addresses = [...new Set(shown.flatMap((each) => (each.status === 'settled' ? (each.contractId ?? []) : [])))];
  if (addresses.length === 0) return new Map();
  const signer = bot.state.wallet(person)?.address;
  try {
    const { balances } = await desk.balances({ addresses, ...(signer === undefined ? {} : { signer }) }, call);
    return new Map(balances.map((entry) => [entry.address, entry]));
  } catch {
    return new Map();
  }
}

type Place = { readonly begin: number; readonly all: number; readonly phase: string };

function listMessage(
  shown: readonly Title[],
  held: ReadonlyMap<string, Entry>,
  place: Place,
  own: Words['records'],
): Message {
  const { begin, all, phase } = place;
  const numbers = shown.map(({ id }, at) => button(`${begin + at + 1}`, 'open', id));
  const turns: APIButtonComponent[] = [
    ...(begin === 0 ? [] : [button(own.PREVIOUS, 'page', `${begin - ON_A_PAGE}.${phase}`)]),
    ...(begin + ON_A_PAGE >= all ? [] : [button(own.NEXT, 'page', `${begin + ON_A_PAGE}.${phase}`)]),
  ];
  const parts: APIComponentInContainer[] = [
    text(`### ${own.HEADING}`),
    text(shown.map((title, at) => rowText(begin + at + 1, title, held.get(title.contractId ?? ''), own)).join('\n')),
    text(`-# ${own.place(begin + 1, begin + shown.length, all)}`),
    ...[numbers.slice(0, IN_A_ROW), numbers.slice(IN_A_ROW), turns].flatMap((row) =>
      row.length === 0 ? [] : [buttons(...row)],
    ),
  ];
  return { components: container('plain', parts) };
}

/** "1. **Logo design** · 90.5 USDC · settled · holds 60.5: waits for money" */
function rowText(number: number, of: Title, held: Entry | undefined, own: Words['records']): string {
  const rest = aboutTitle(of, line(`${of.total} ${of.tokenCode}`.trim(), 60), own);
  return `${number}. **${line(of.title, 100) || own.NO_TITLE}**${rest}${heldText(held, own)}`;
}

function heldText(held: Entry | undefined, own: Words['records']): string {
  if (held?.balance === undefined) return '';
  const { balance, needed, archived } = held;
  const amount = line(balance, 60);
  if (needed === '0') return ` · ${balance === '0' ? own.PAID_OUT : own.toWithdraw(amount)}`;
  const next = needed === undefined ? '' : isLess(balance, needed) ? own.WAITS_FOR_MONEY : own.FUNDED;
  return ` · ${own.holds(amount)}${next}${archived === undefined ? '' : own.ARCHIVED}`;
}

/** Decimals as the desk writes them: no sign, no zeros in front. */
function isLess(one: string, other: string): boolean {
  const [a = '', b = ''] = one.split('.');
  const [c = '', d = ''] = other.split('.');
  if (a !== c) return a.length === c.length ? a < c : a.length < c.length;
  return b < d;
}
