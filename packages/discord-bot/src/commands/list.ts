/** `/escrow list`: in pages that turn by buttons, newest first, and one escrow of them or of any address. */

import type { BalancesAndTurns } from '@countersign/core';
import { toCountersignError } from '@countersign/core/errors';
import { PHASES } from '@countersign/core/escrow-views';
import { format } from '@countersign/core/text/message';
import { firstOf, groupTurns, shownState } from '@countersign/core/words';
import type { APIButtonComponent } from 'discord.js';
import type { Command } from '../discord/interaction.ts';
import { aboutTitle, escrowMeant, isLikeAddress, MOST_TITLES, type Title, titlesOf } from '../inputs/titles.ts';
import { refusalFor } from '../server/access.ts';
import type { Cost, CostFacts, Reply, Task } from '../task.ts';
import { line } from '../views/markdown.ts';
import { button, buttonsIfAny, container, fitting, notice, text } from '../views/parts.ts';
import type { Words } from '../words/index.ts';
import { addressesIn, balancesReply, totalParts } from './balances.ts';
import { cardOf, openCards, openCardsCost } from './cards.ts';
import { escrowReply } from './escrow.ts';

const ON_A_PAGE = 10;
const IN_A_ROW = 5;

/** `/escrow list escrow: status:`: one escrow, or what several addresses hold; what is open, as cards; or all by title. */
export async function list(task: Task, { texts }: Command): Promise<Reply[]> {
  const escrow = texts.get('escrow');
  if (escrow !== undefined) {
    const addresses = addressesIn(escrow);
    return [
      addresses.length > 1 ? await balancesReply(task, addresses) : await opened(task, await escrowMeant(task, escrow)),
    ];
  }
  const phase = texts.get('status') ?? '';
  return phase === 'open' && (await mayAct(task)) ? await openCards(task) : [await page(task, 0, phase)];
}

export async function listCost({ texts }: Command, known: CostFacts): Promise<Cost> {
  const escrow = texts.get('escrow');
  if (escrow !== undefined) {
    const { length } = addressesIn(escrow);
    return { requests: known.mostBalanceRequests(Math.max(length, 1)), cards: 0 };
  }
  if (texts.get('status') === 'open') return await openCardsCost(known);
  return { requests: known.mostBalanceRequests(ON_A_PAGE), cards: ON_A_PAGE };
}

/** @param id such as `10.settled`: offset and status; an id of another version starts from the first */
export async function turnPage(task: Task, id: string): Promise<Reply> {
  const [from = '', phase = ''] = id.split('.');
  return await page(task, /^\d{1,3}$/.test(from) ? Number(from) : 0, phase);
}

export async function open(task: Task, id: string): Promise<Reply> {
  return await opened(task, isLikeAddress(id) ? { contractId: id } : { id });
}

/** An escrow as it is now, or the card of what is not settled yet, for those who may go on with it. */
async function opened(task: Task, meant: Awaited<ReturnType<typeof escrowMeant>>): Promise<Reply> {
  if ('id' in meant) {
    const status = await task.desk.status(meant.id, task.call);
    const isEscrow = status.setAside === true || (status.status === 'settled' && status.action === undefined);
    return isEscrow || !(await mayAct(task)) ? await escrowReply(task, meant) : await cardOf(task, status);
  }
  try {
    return await escrowReply(task, meant);
  } catch (thrown) {
    if (toCountersignError(thrown).code !== 'HANDLE_NOT_FOUND') throw thrown;
    // Without a ledger the service may know what it holds.
    const reply = await balancesReply(task, [meant.contractId]).catch(() => undefined);
    if (reply === undefined) throw thrown;
    return reply;
  }
}

/** Prepares again, as a card does, only for those who may prepare; anyone else reads. */
async function mayAct({ bot, interaction, person, words }: Task): Promise<boolean> {
  const ofServer = await bot.state.servers.settingsOf(person.guildId);
  return refusalFor(interaction, 'allowed-roles', bot.settings, ofServer, words) === undefined;
}

async function page(task: Task, from: number, phase: string): Promise<Reply> {
  const { records: own } = task.words;
  const isNarrowed = PHASES.some((each) => each === phase);
  const all = await titlesOf(task.desk, '', MOST_TITLES, await task.bot.state.wallet(task.person));
  const titles = isNarrowed ? all.filter(({ status }) => status === phase) : all;
  if (titles.length === 0) return { message: notice(own.heading, all.length === 0 ? own.none : own.noneWithStatus) };
  const begin = Math.min(from, Math.floor((titles.length - 1) / ON_A_PAGE) * ON_A_PAGE);
  const shown = titles.slice(begin, begin + ON_A_PAGE);
  const listState = await standingOf(task, shown);
  const at = { begin, all: titles.length, phase: isNarrowed ? phase : '' };
  const fit = fitting(MOST_TURNS, (most) => listParts(shown, { ...listState, most }, at, task.words));
  return { message: { components: container('plain', fit) } };
}

/** Of each row. Very long titles leave no room for whose turn it is. */
const MOST_TURNS = [Number.POSITIVE_INFINITY, 1, 0];

type ListState = {
  readonly held: ReadonlyMap<string, BalancesAndTurns['balances']['balances'][number]>;
  readonly lives: ReadonlyMap<string, BalancesAndTurns['turns'][number]>;
  readonly most: number;
};

/** Reads the ledger once for the whole page. If that fails, the page says less. */
async function standingOf(
  { bot, desk, person, call }: Task,
  shown: readonly Title[],
): Promise<Omit<ListState, 'most'>> {
  const addresses = [...new Set(shown.flatMap((each) => (each.status === 'settled' ? (each.contractId ?? []) : [])))];
  const nothing = { held: new Map(), lives: new Map() };
  if (addresses.length === 0) return nothing;
  const signer = (await bot.state.wallet(person))?.address;
  try {
    const input = { addresses, ...(signer === undefined ? {} : { signer }) };
    const { balances, turns } = await desk.balancesAndTurns(input, call);
    return {
      held: new Map(balances.balances.map((entry) => [entry.address, entry])),
      lives: new Map(turns.map((life) => [life.address, life])),
    };
  } catch {
    return nothing;
  }
}

type ListPlace = { readonly begin: number; readonly all: number; readonly phase: string };

function listParts(shown: readonly Title[], listState: ListState, { begin, all, phase }: ListPlace, words: Words) {
  const { records: own } = words;
  const numbers = shown.map(({ id }, at) => button(`${begin + at + 1}`, 'open', id));
  const pages: APIButtonComponent[] = [
    ...(begin === 0 ? [] : [button(own.previous, 'page', `${begin - ON_A_PAGE}.${phase}`)]),
    ...(begin + ON_A_PAGE >= all ? [] : [button(own.next, 'page', `${begin + ON_A_PAGE}.${phase}`)]),
  ];
  return [
    text(`### ${own.heading}`),
    text(...shown.map((title, at) => rowText(begin + at + 1, title, listState, words))),
    ...totalParts([...listState.held.values()], words),
    text(`-# ${format(own.place, { first: begin + 1, last: begin + shown.length, all })}`),
    ...[numbers.slice(0, IN_A_ROW), numbers.slice(IN_A_ROW), pages].flatMap(buttonsIfAny),
  ];
}

/** "1. **Logo design** · 90.5 USDC · Waiting for money · holds 60.5" */
function rowText(number: number, escrow: Title, listState: ListState, words: Words): string {
  const { records: own, core } = words;
  const life = listState.lives.get(escrow.contractId ?? '');
  const state = life && core.LIFE_WORDS[shownState(life.state, life.turn)];
  const rest = aboutTitle(escrow, line(`${escrow.total} ${escrow.tokenCode}`.trim(), 60), words, state);
  return `${number}. **${line(escrow.title, 100) || own.noTitle}**${rest}${heldText(escrow.contractId ?? '', listState, words)}`;
}

function heldText(address: string, { held, lives, most }: ListState, words: Words): string {
  const { records: own, core } = words;
  const { balance, needed, archived } = held.get(address) ?? {};
  if (balance === undefined) return '';
  const amount = line(balance, 60);
  if (needed === '0') return balance === '0' ? '' : ` · ${format(own.toWithdraw, { amount })}`;
  const others = lives.get(address)?.turn.filter(({ action }) => action !== 'fund');
  const kept = archived === undefined ? '' : ` · ${core.ARCHIVED_WORDS.label}`;
  return ` · ${format(own.holds, { amount })}${kept}${turnText(others, most, words)}`;
}

/** ". Release signer pays out milestone 1. Service provider reports progress on milestones 2–4." */
function turnText(turns: BalancesAndTurns['turns'][number]['turn'] = [], most: number, { core, watch }: Words): string {
  if (turns.length === 0 || most === 0) return '';
  const { shown, left } = firstOf(groupTurns(turns), most);
  const texts = shown.map(({ address: _, ...turn }) => line(core.turnText(turn), 200));
  return `. ${[...texts, ...(left === 0 ? [] : [format(watch.andMore, { left })])].join(' ')}`;
}
