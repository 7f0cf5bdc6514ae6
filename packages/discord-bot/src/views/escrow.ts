/** An escrow as it stands: its state, what it holds, who has which role, and whose turn it is, with that person's buttons. */
import type { EscrowView } from '@countersign/core';
import { NETWORK_WORDS, ROLE_WORDS, STATE_WORDS, turnText } from '@countersign/core/words';
import type { APIComponentInContainer } from 'discord.js';
import type { Message } from '../answers.ts';
import { escrowButtons } from './escrow-buttons.ts';
import { code, line, paragraph } from './markdown.ts';
import { buttons, container, fits, RULE, text } from './parts.ts';
import { partyLines } from './people.ts';

const CUTS = [
  { title: 200, text: 500, rows: 50 },
  { title: 120, text: 120, rows: 50 },
  { title: 60, text: 40, rows: 20 },
  { title: 30, text: 20, rows: 8 },
  { title: 30, text: 8, rows: 3 },
] as const;
type Cut = (typeof CUTS)[number];

/** @param wallet the remembered one of whoever looks: whose buttons are shown */
export function escrowMessage(view: EscrowView, wallet: string | undefined): Message {
  const last = CUTS.at(-1) as Cut;
  const cut = CUTS.find((each) => fits(parts(view, wallet, each))) ?? last;
  return { components: container(view.state === undefined ? 'waiting' : 'plain', parts(view, wallet, cut)) };
}

function parts(view: EscrowView, wallet: string | undefined, cut: Cut): APIComponentInContainer[] {
  const { network, state, contractId } = view;
  const { name, means } = NETWORK_WORDS[network];
  const rows = escrowButtons(view, wallet);
  return [
    text(`## ${line(view.title, cut.title)}`),
    text(
      [
        `**${name.toUpperCase()}: ${means}**`,
        `**State** ${state === undefined ? stateText(view) : state}`,
        ...moneyLines(view),
        ...(isQuiet(view) ? [] : [line(view.message, 500)]),
        ...(view.changedSince === undefined ? [] : ['**Its terms were changed since it was made.** Read them again.']),
        ...(view.archived
          ? ['It is archived on the ledger, where nothing is lost; the next step brings it back.']
          : []),
      ].join('\n'),
    ),
    text(['**Whose turn it is**', ...turnLines(view)].join('\n')),
    ...rows.map((row) => buttons(...row)),
    RULE,
    text(milestoneLines(view, cut).join('\n')),
    text(roleLines(view, wallet).join('\n')),
    text(
      [
        `**Escrow address** ${code(contractId)}`,
        `**Engagement** ${line(view.engagementId, cut.title)}`,
        `**Description** ${paragraph(view.description, cut.text, 5)}`,
      ].join('\n'),
    ),
    text(`-# ${wallet === undefined ? NO_WALLET : 'The buttons are those of your saved wallet.'}${idText(view)}`),
  ];
}

const NO_WALLET = 'To act here, save your own address first: /escrow wallet address: G…, then look again.';

const idText = ({ id }: EscrowView): string => (id === undefined ? '' : ` Id ${code(id)}`);

/** Nothing but that it settled. */
const isQuiet = ({ status, state }: EscrowView): boolean => status === 'settled' && state !== undefined;

function stateText({ status }: EscrowView): string {
  return status === 'not-prepared-here' ? 'not known' : STATE_WORDS[status];
}

function moneyLines({ held, needed, asset, platformFeePercent, kind }: EscrowView): string[] {
  const token = line(asset, 60);
  const needs = needed === undefined ? '' : `; its terms have yet to pay out ${line(needed, 60)}`;
  return [
    `**Holds** ${held === undefined ? 'not known' : `${line(held, 60)} ${token}`}${needs}`,
    `**Paid** ${kind === 'multi' ? 'each milestone by itself' : 'all at once'}, less ${line(platformFeePercent, 20)} % for the platform and the service’s fee`,
  ];
}

function milestoneLines({ milestones, asset, total, kind }: EscrowView, cut: Cut): string[] {
  const token = line(asset, 60);
  const shown = milestones.slice(0, cut.rows).map((milestone, at) => {
    const { description, amount, state = 'open', status, evidence, receiver } = milestone;
    return [
      `${at + 1}. ${amount === undefined ? '' : `**${line(amount, 60)} ${token}** `}${line(description, cut.text)}: **${state}**`,
      ...(status === undefined ? [] : [`status ${line(status, Math.min(cut.text, 100))}`]),
      ...(evidence === undefined ? [] : [`evidence ${line(evidence, cut.text)}`]),
      ...(receiver === undefined ? [] : [`to ${code(receiver)}`]),
    ].join(', ');
  });
  const left = milestones.length - shown.length;
  const all = total === undefined ? '' : `: ${line(total, 60)} ${token}${kind === 'multi' ? ' in all' : ''}`;
  return [`**Milestones**${all}`, ...shown, ...(left > 0 ? [`and ${left} more`] : [])];
}

/** The buttons below are there for all of them. */
const MOST_TURNS = 3;

function turnLines({ turn, state, codeIs }: EscrowView): string[] {
  if (turn === undefined)
    return [state === undefined ? 'It does not stand on the ledger yet.' : 'It could not be told.'];
  if (codeIs === 'unknown') return ['Not told: the code of its contract is not known here. Pay nothing into it.'];
  if (turn.length === 0) return ['Nobody’s: nothing more is to be done.'];
  const shown = turn.slice(0, MOST_TURNS).map(({ address: _, ...each }) => `- ${line(turnText(each), 200)}`);
  const left = turn.length - shown.length;
  return [...shown, ...(left > 0 ? [`- and ${left} more`] : [])];
}

function roleLines({ roles }: EscrowView, wallet: string | undefined): string[] {
  const people = partyLines({ ...roles, receiver: roles.receiver ?? '' }, wallet);
  return roles.receiver === undefined ? [...people, `**${ROLE_WORDS.receiver}** named by each milestone`] : people;
}
