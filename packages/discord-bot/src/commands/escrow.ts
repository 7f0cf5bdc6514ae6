import { createHmac } from 'node:crypto';
import type { EscrowView } from '@countersign/core';
import { ROLE_NAMES, type RoleName } from '@countersign/core/escrow';
import { format } from '@countersign/core/text/message';
import { groupTurns, naming, shownState, turnsFor } from '@countersign/core/words';
import type { APIComponentInContainer } from 'discord.js';
import type { Message } from '../discord/answers.ts';
import { canBothWrite } from '../discord/permissions.ts';
import type { Person } from '../state/state.ts';
import { hasProven } from '../state/wallet-holders.ts';
import type { Bot, Reply, Task } from '../task.ts';
import { escrowButtons, type Following } from '../views/escrow-buttons.ts';
import { code, line, linked, paragraph } from '../views/markdown.ts';
import {
  button,
  buttons,
  buttonsIfAny,
  container,
  fitting,
  MOST_ROWS,
  pageLines,
  RULE,
  rowsShown,
  text,
} from '../views/parts.ts';
import { partyLines } from '../views/people.ts';
import type { Words } from '../words/index.ts';

/** @param from the first milestone to show, of an escrow with many; default: the first that is not paid out */
export async function escrowReply(
  { bot, desk, person, interaction, call, words }: Task,
  target: { readonly id: string } | { readonly contractId: string },
  from?: number,
): Promise<Reply> {
  const view = await desk.get({ ...target, named: true }, call);
  const place = { guildId: person.guildId, channelId: interaction.channelId, escrow: view.contractId };
  const [wallet, followed] = await Promise.all([bot.state.wallet(person), bot.state.watch.isFollowed(place)]);
  const here = followed ? 'followed' : canBothWrite(interaction) ? 'possible' : 'impossible';
  const following = interaction.guildId === undefined ? 'alone' : here;
  const codes = await codesFor(bot, person, view, wallet?.address);
  return { message: escrowMessage(view, wallet?.address, words, following, from, codes) };
}

/** Without letters and digits that look alike; 32 of them, so that each is as likely. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/**
 * A party's own code, and for the dispute resolver those of all parties: so a party recognises the real arbiter, who
 * can repeat it. Anybody can save any wallet, so only a proven one is shown codes.
 */
async function codesFor(
  bot: Bot,
  person: Person,
  { contractId, roles, milestones, state }: EscrowView,
  wallet: string | undefined,
): Promise<readonly PartyCode[]> {
  if (wallet === undefined || state === undefined || !(await hasProven(bot, person, wallet))) return [];
  const { disputeResolver } = roles;
  const receivers = milestones.flatMap(({ receiver = [] }) => receiver);
  const parties = [...new Set([...Object.values(roles), ...receivers])].filter((each) => each !== disputeResolver);
  return parties
    .filter((each) => wallet === disputeResolver || each === wallet)
    .map((address) => {
      const made = createHmac('sha256', bot.settings.token).update(`${contractId} ${address}`).digest();
      const code = [...made.subarray(0, 4)].map((byte) => SIGNS[byte % SIGNS.length]).join('');
      return { code, roles: ROLE_NAMES.filter((role) => roles[role] === address) };
    });
}

type PartyCode = { readonly code: string; readonly roles: readonly RoleName[] };

const CUTS = [
  { title: 200, text: 500, rows: 10 },
  { title: 120, text: 120, rows: 10 },
  { title: 60, text: 40, rows: 10 },
  { title: 30, text: 20, rows: MOST_ROWS },
  { title: 30, text: 8, rows: 3 },
] as const;
type Cut = (typeof CUTS)[number];

/** @param wallet the viewer's saved one, whose buttons are shown. @param following in the channel where it is shown */
export function escrowMessage(
  view: EscrowView,
  wallet: string | undefined,
  words: Words,
  following: Following = 'possible',
  from?: number,
  codes: readonly PartyCode[] = [],
): Message {
  const viewer = { wallet, following, from, codes };
  const fit = fitting(CUTS, (cut) => parts(view, viewer, cut, words));
  return { components: container(view.state === undefined ? 'waiting' : 'plain', fit) };
}

type Viewer = {
  readonly wallet: string | undefined;
  readonly following: Following;
  readonly from: number | undefined;
  readonly codes: readonly PartyCode[];
};

function parts(view: EscrowView, viewer: Viewer, cut: Cut, words: Words): APIComponentInContainer[] {
  const { wallet, following } = viewer;
  const page = pageOf(view, viewer, cut);
  const { escrow, card, core } = words;
  const { network, contractId } = view;
  const { name, means } = core.NETWORK_WORDS[network];
  const rows = escrowButtons(view, wallet, words, following);
  return [
    text(`## ${line(view.title, cut.title)}`),
    text(
      `**${name.toUpperCase()}: ${means}**`,
      `**${escrow.state}** ${stateText(view, words)}`,
      ...moneyLines(view, escrow),
      ...(isQuiet(view) ? [] : [line(view.message, 600)]),
      ...(view.changedSince === undefined ? [] : [escrow.termsChanged]),
      ...(view.archived ? [core.ARCHIVED_WORDS.sentence] : []),
    ),
    text(`**${escrow.whoseTurn}**`, ...turnLines(view, wallet, words)),
    ...rows.map((row) => buttons(...row)),
    RULE,
    text(...milestoneLines(view, page, cut, words)),
    ...pageButtons(view, page, words),
    text(...roleLines(view, wallet, words), ...codeLines(view, viewer, words)),
    text(
      `**${card.escrowAddress}** ${code(contractId)}`,
      ...pageLines(view, words),
      `**${card.engagement}** ${line(view.engagementId, cut.title)}`,
      `**${card.description}** ${paragraph(view.description, cut.text, 5)}`,
    ),
    text(
      `-# ${following === 'alone' ? escrow.stepsInServers : wallet === undefined ? escrow.noWallet : escrow.yourButtons}${view.id === undefined ? '' : ` ${format(card.idText, { id: code(view.id) })}`}`,
    ),
  ];
}

/** Nothing but that it settled. */
const isQuiet = ({ status, state, previousAddresses }: EscrowView): boolean =>
  status === 'settled' && state !== undefined && previousAddresses === undefined;

function stateText({ status, state, turn, setAside }: EscrowView, { core }: Words): string {
  if (setAside) return core.STATE_WORDS['set-aside'];
  return state === undefined ? core.STATE_WORDS[status] : core.LIFE_WORDS[shownState(state, turn)];
}

function moneyLines({ held, needed, asset, platformFeePercent, kind }: EscrowView, escrow: Words['escrow']): string[] {
  const token = line(asset, 60);
  const needs = needed === undefined ? '' : format(escrow.yetToPay, { amount: line(needed, 60) });
  return [
    `**${escrow.holds}** ${held === undefined ? escrow.notKnown : `${line(held, 60)} ${token}`}${needs}`,
    `**${escrow.paid}** ${format(escrow.paidHow[kind === 'multi' ? 'each' : 'atOnce'], { fee: line(platformFeePercent, 20) })}`,
  ];
}

type Page = { readonly first: number; readonly end: number; readonly isOne: boolean };

function pageOf({ milestones }: EscrowView, { from }: Viewer, { rows }: Cut): Page {
  const all = milestones.length;
  if (rowsShown(all) === all) return { first: 0, end: Math.min(rows, all), isOne: true };
  const size = Math.min(rows, MOST_ROWS);
  const isOpen = ({ state }: EscrowView['milestones'][number]) => state !== 'released' && state !== 'resolved';
  const wanted = from === undefined ? milestones.findIndex(isOpen) : from - 1;
  const first = Math.min(Math.max(wanted, 0), all - size);
  return { first, end: first + size, isOne: false };
}

function pageButtons({ contractId, milestones }: EscrowView, { first, end, isOne }: Page, { escrow }: Words) {
  const to = (label: string, at: number) => button(label, 'look', `${contractId}.${at + 1}`);
  const pages = [
    ...(first === 0 ? [] : [to(escrow.earlierMilestones, Math.max(first - (end - first), 0))]),
    ...(end >= milestones.length ? [] : [to(escrow.moreMilestones, end)]),
  ];
  return isOne ? [] : buttonsIfAny(pages);
}

function milestoneLines(
  { milestones, asset, total, kind }: EscrowView,
  { first, end }: Page,
  cut: Cut,
  { escrow, card, core }: Words,
): string[] {
  const token = line(asset, 60);
  const shown = milestones.slice(first, end).map((milestone, at) => {
    const { description, amount, state = 'open', status, evidence, receiver } = milestone;
    return [
      `${first + at + 1}. ${amount === undefined ? '' : `**${line(amount, 60)} ${token}** `}${line(description, cut.text)}: **${core.summaryWords.MILESTONE_STATE_WORDS[state]}**`,
      ...(status === undefined ? [] : [format(escrow.statusIs, { status: line(status, Math.min(cut.text, 100)) })]),
      ...(evidence === undefined ? [] : [format(escrow.evidenceIs, { evidence: linked(evidence, cut.text) })]),
      ...(receiver === undefined ? [] : [format(escrow.toWhom, { address: code(receiver) })]),
    ].join(', ');
  });
  const left = milestones.length - shown.length;
  const sum = `${line(total ?? '', 60)} ${token}`;
  const all = total === undefined ? '' : `: ${kind === 'multi' ? format(escrow.inAll, { amount: sum }) : sum}`;
  return [`**${escrow.milestones}**${all}`, ...shown, ...(left > 0 ? [format(card.more, { left })] : [])];
}

function turnLines(
  { turn, state, codeIs, codeOwner, setAside, names = [] }: EscrowView,
  wallet: string | undefined,
  { escrow, core }: Words,
): string[] {
  if (setAside) return [core.turnsText([])];
  if (turn === undefined) return [state === undefined ? escrow.notOnLedger : escrow.couldNotFindOut];
  if (codeOwner !== undefined) return [core.reasonText({ code: 'CODE_OF_ANOTHER', params: { owner: codeOwner } })];
  if (codeIs === 'unknown') return [escrow.codeNotKnown];
  if (turn.length === 0) return [core.turnsText([])];
  const named = naming(
    names,
    names.map(({ address }) => address),
  );
  return groupTurns(turnsFor(turn, [wallet])).map(({ address, ...each }) => {
    // Where there is no name for it, the address is below alone.
    const isNamed = names.some((name) => name.address === address);
    return `- ${line(named(core.turnText(isNamed ? { ...each, address } : each)), 200)}`;
  });
}

function codeLines({ roles }: EscrowView, { wallet, codes }: Viewer, { escrow, core }: Words): string[] {
  const [own] = codes;
  if (own === undefined) return [];
  if (wallet !== roles.disputeResolver) return [format(escrow.yourCode, { code: code(own.code) })];
  const listed = codes.map((each) => `${core.ROLE_WORDS[each.roles[0] ?? 'receiver']} ${code(each.code)}`);
  return [format(escrow.codes, { codes: listed.join(', ') })];
}

function roleLines(view: EscrowView, wallet: string | undefined, words: Words): string[] {
  const people = partyLines(view, wallet, words);
  const { core, escrow } = words;
  return view.roles.receiver === undefined
    ? [...people, `**${core.ROLE_WORDS.receiver}** ${escrow.byMilestone}`]
    : people;
}
