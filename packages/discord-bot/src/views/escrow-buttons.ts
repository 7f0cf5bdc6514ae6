/** What the holder of a role can press on an escrow, and which escrow a pressed button is about. Whether it is still so, the ledger is asked then. */

import type { EscrowView } from '@countersign/core';
import { formOf } from '@countersign/core/actions';
import type { CountersignError } from '@countersign/core/errors';
import { addressProblem, isStepName } from '@countersign/core/escrow';
import { cleanLine } from '@countersign/core/text';
import { format } from '@countersign/core/text/message';
import type { APIButtonComponent } from 'discord.js';
import { invalid, type Words } from '../words/index.ts';
import { type ButtonLook, button, link } from './parts.ts';

type Turn = NonNullable<EscrowView['turn']>[number];

/** Discord's limit: five buttons in a row. */
const IN_A_ROW = 5;
/** With more buttons than this, those of one action are its first few, and one that asks for the milestone. */
const MOST = 15;
const FIRST_FEW = 3;
/** Of its name on a button; Discord allows 80 characters for the whole label. */
const MILESTONE = 40;

/** Else it is `Primary`. */
const LOOKS: Readonly<Partial<Record<Turn['action'], ButtonLook>>> = { approve: 'Success', release: 'Success' };

/** Of a step's button: that of the action, but for a report, whose buttons are on cards under another name. */
export const buttonOf = (action: Turn['action']): string => (action === 'change-status' ? 'report' : action);

/** In place of a milestone's number when the person is asked for it. */
export const WHICH = 'which';

/** Of an escrow in the channel where it is shown. `alone`: in direct messages, where every step would be refused. */
export type Following = 'followed' | 'possible' | 'impossible' | 'alone';

/** @param viewer their wallet; absent: no actions, only the button that refreshes */
export function escrowButtons(
  view: EscrowView,
  viewer: string | undefined,
  words: Words,
  following: Following,
): APIButtonComponent[][] {
  const wallet = following === 'alone' ? undefined : viewer;
  const { id, contractId, turn = [], state } = view;
  const own = wallet === undefined ? [] : turn.filter(({ role, address }) => role === 'anyone' || address === wallet);
  const steps =
    own.length <= MOST
      ? [...stepButtons(contractId, own, words), ...severalButtons(contractId, own, words)]
      : fewButtons(contractId, own, words);
  const isToFund = own.some(({ action }) => action === 'fund');
  const part = isToFund ? [button(words.escrow.fundPart, 'fund-part', contractId)] : [];
  const list = [...steps, ...part];
  if (state !== undefined) {
    if (wallet === undefined && following !== 'alone')
      list.push(button(words.wallet.saveMine, 'look-mine', contractId, 'Primary'));
    list.push(button(words.escrow.lookAgain, 'look', contractId));
    if (following === 'possible') list.push(button(words.escrow.followHere, 'follow', contractId));
    if (following === 'followed') list.push(button(words.escrow.unfollow, 'unfollow', contractId));
    if (mayEnd(view, wallet)) list.push(button(words.escrow.cancel, 'end', contractId));
    if (id !== undefined) list.push(button(words.escrow.forget, 'forget', id));
  }
  list.push(...disputes(view, wallet, words));
  return Array.from({ length: Math.ceil(list.length / IN_A_ROW) }, (_, at) =>
    list.slice(at * IN_A_ROW, (at + 1) * IN_A_ROW),
  );
}

/** Anyone who has a role can ask how it is ended. */
function mayEnd({ codeIs, held = '0', milestones, roles, state }: EscrowView, wallet: string | undefined): boolean {
  if (wallet === undefined || codeIs === 'unknown' || state === 'finished' || held === '0') return false;
  return [...Object.values(roles), ...milestones.map(({ receiver }) => receiver)].includes(wallet);
}

/**
 * In a channel that everybody reads: named with its milestone. It leads to the escrow's page, where the wallet itself
 * acts, or, where others cannot open that, gives the presser a card for their own wallet.
 */
export function turnButton(
  { contractId, milestones, pageUrl, roles, kind }: EscrowView,
  { action, milestone }: Turn,
  isFirst: boolean,
  { core, living }: Words,
): APIButtonComponent[] {
  // Once it has settled, the payout's card follows without a press.
  const isBoth = action === 'approve' && kind === 'multi' && roles.approver === roles.releaseSigner;
  const label = isBoth ? living.approveAndPay : core.actions[action].label;
  if (label === undefined) return [];
  const names = milestones.map(({ description }) => cleanLine(description, MILESTONE));
  const name = milestone === undefined ? '' : names[milestone - 1] || `${milestone}`;
  const isUnique = milestone === undefined || names.indexOf(name) === names.lastIndexOf(name);
  const what = `${label} ${name}${isUnique ? '' : ` (${milestone})`}`.trim();
  const number = milestone === undefined ? '' : `${milestone}`;
  const look = isFirst ? (LOOKS[action] ?? 'Primary') : 'Secondary';
  const onPage = link(what, pageUrl);
  if (onPage.length > 0) return onPage;
  const id = idOf(contractId, number);
  // One press less than the form of *Report*.
  const only = action === 'change-status' && isFirst ? [button(living.reportOnly, 'report-only', id)] : [];
  return [button(what, buttonOf(action), id, look), ...only];
}

function stepButtons(contractId: string, turns: readonly Turn[], { core }: Words) {
  return turns.flatMap(({ action, milestone }) => {
    const { label } = core.actions[action];
    if (label === undefined) return [];
    const number = milestone === undefined ? '' : `${milestone}`;
    return button(`${label} ${number}`.trim(), buttonOf(action), idOf(contractId, number), LOOKS[action] ?? 'Primary');
  });
}

/** For each action that takes several milestones in one request, where there are several. */
function severalButtons(contractId: string, turns: readonly Turn[], { core, escrow }: Words) {
  return [...Map.groupBy(turns, ({ action }) => action)].flatMap(([action, same]) => {
    const { label } = core.actions[action];
    if (label === undefined || same.length < 2 || !isStepName(action) || !formOf(action).several) return [];
    return button(
      format(escrow.several, { label }),
      buttonOf(action),
      idOf(contractId, WHICH),
      LOOKS[action] ?? 'Primary',
    );
  });
}

function fewButtons(contractId: string, turns: readonly Turn[], words: Words) {
  return [...Map.groupBy(turns, ({ action }) => action)].flatMap(([action, same]) => {
    const { label } = words.core.actions[action];
    const few = stepButtons(contractId, same.length > FIRST_FEW + 1 ? same.slice(0, FIRST_FEW) : same, words);
    if (label === undefined || few.length === same.length) return few;
    return [...few, button(format(words.escrow.another, { label }), buttonOf(action), idOf(contractId, WHICH))];
  });
}

export const idOf = (contractId: string, number: string): string =>
  number === '' ? contractId : `${contractId}.${number}`;

/** Every party may open a dispute, except its resolver. */
function disputes(
  { contractId, codeIs, kind, milestones, roles, state }: EscrowView,
  wallet: string | undefined,
  { core }: Words,
) {
  const { disputeResolver, ...others } = roles;
  const parties = [...Object.values(others), ...milestones.map(({ receiver }) => receiver)];
  const open = milestones.flatMap((milestone, at) =>
    milestone.state === 'open' || milestone.state === 'approved' ? [at + 1] : [],
  );
  const mayDispute = wallet !== undefined && wallet !== disputeResolver && parties.includes(wallet);
  if (!mayDispute || codeIs === 'unknown' || state === undefined || open.length === 0) return [];
  const which = open.length === 1 ? `${open[0]}` : WHICH;
  return [
    button(
      core.actions.dispute.label ?? core.actions.dispute.title,
      'dispute',
      idOf(contractId, kind === 'single' ? '' : which),
    ),
  ];
}

/** Which escrow a button is about, and which milestone of it: `C…` or `C….2`. */
export type Target = {
  readonly escrow: string;
  readonly milestone?: string;
  readonly asks: boolean;
};

const SHAPE = /^(C[A-Z2-7]{55})(?:\.(\d{1,2}|which))?$/;

/** @returns nothing for an id that no card of ours has */
export function targetIn(id: string): Target | undefined {
  const [, escrow, part] = SHAPE.exec(id) ?? [];
  if (escrow === undefined || addressProblem(escrow, ['contract']) !== undefined) return undefined;
  const asks = part === WHICH;
  return { escrow, asks, ...(part === undefined || asks ? {} : { milestone: part }) };
}

/** @throws CountersignError INPUT_INVALID */
export function requireTarget(id: string, words: Words): Target {
  const target = targetIn(id);
  if (target === undefined) throw fromAnotherVersion(words);
  return target;
}

export const fromAnotherVersion = (words: Words): CountersignError =>
  invalid(words, { message: words.problems.fromAnotherVersion, remedy: words.problems.freshCard });
