/** An escrow's current state, for a terminal. */
import type { EscrowView } from '@countersign/core';
import { ROLE_NAMES } from '@countersign/core/escrow';
import { quoted } from '@countersign/core/text';
import { ROLE_WORDS, turnText } from '@countersign/core/words';
import { type Row, rowLines } from './rows.ts';

export function escrowText(view: EscrowView, columns?: number): string {
  const { title, state, status, contractId, held, needed, asset, roles, milestones, turn = [], message, next } = view;
  const money = (amount: string | undefined) => (amount === undefined ? 'not known' : `${amount} ${asset}`);
  const rows: Row[] = [
    ['Address', [contractId]],
    ['Holds', [money(held)]],
    ['Has yet to pay out', [money(needed)]],
    ...milestones.map((milestone, index): Row => [`Milestone ${index + 1}`, milestoneLines(milestone, asset)]),
    ...ROLE_NAMES.map((role): Row => [ROLE_WORDS[role], present(roles[role])]),
    ['Next', turn.length === 0 ? [next] : turn.map(turnText)],
  ];
  const word = status === 'settled' ? 'It stands on the ledger.' : message;
  return `${title} (${state ?? status})\n${word}\n\n${rowLines(rows, columns)}`;
}

const present = (text: string | undefined): string[] => (text === undefined ? [] : [text]);

/** A stranger's text must not pass for a line of ours. */
const words = (text: string): string => quoted(text, 600);

function milestoneLines(milestone: EscrowView['milestones'][number], asset: string): string[] {
  const { description, amount, receiver, state, status, evidence } = milestone;
  const said = (label: string, text: string | undefined) => (text === undefined ? [] : [`${label}: ${text}`]);
  return [
    [words(description), amount === undefined ? undefined : `${amount} ${asset}`, state].filter(Boolean).join(', '),
    ...said('receiver', receiver),
    ...said('status', status && words(status)),
    ...said('evidence', evidence && words(evidence)),
  ];
}
