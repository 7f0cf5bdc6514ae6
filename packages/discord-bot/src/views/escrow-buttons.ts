/** What the holder of a role can press on an escrow. Whether it is still so, the ledger is asked when they do. */
import type { EscrowView } from '@countersign/core';
import type { APIButtonComponent } from 'discord.js';
import type { Words } from '../words/index.ts';
import { type ButtonLook, button } from './parts.ts';

type Turn = NonNullable<EscrowView['turn']>[number];

/** Of Discord's: five buttons beside each other. */
const IN_A_ROW = 5;
const MOST = 15;

const BUTTONS: Readonly<Partial<Record<Turn['action'], readonly [name: string, look: ButtonLook]>>> = {
  fund: ['fund', 'Primary'],
  'change-status': ['report', 'Primary'],
  approve: ['approve', 'Success'],
  release: ['release', 'Success'],
  resolve: ['resolve', 'Primary'],
  withdraw: ['withdraw', 'Primary'],
};

/** In place of a milestone's number when the person is asked for it. */
export const WHICH = 'which';

/** @param wallet the viewer's; absent: no actions, only the button that refreshes */
export function escrowButtons(
  view: EscrowView,
  wallet: string | undefined,
  words: Words['escrow'],
  mayFollow: boolean,
): APIButtonComponent[][] {
  const { contractId, turn = [], state } = view;
  const own = wallet === undefined ? [] : turn.filter(({ role, address }) => role === 'anyone' || address === wallet);
  const list = [...stepButtons(contractId, own, words), ...disputes(view, wallet, words)].slice(0, MOST);
  if (state !== undefined) {
    list.push(button(words.LOOK_AGAIN, 'look', contractId));
    if (mayFollow) list.push(button(words.FOLLOW_HERE, 'follow', contractId));
  }
  return Array.from({ length: Math.ceil(list.length / IN_A_ROW) }, (_, at) =>
    list.slice(at * IN_A_ROW, (at + 1) * IN_A_ROW),
  );
}

/** For everybody whose turn it is, in a channel that all of them read. Pressing one uses the presser's own wallet. */
export function turnButtons(
  { contractId, codeIs, turn = [] }: EscrowView,
  words: Words['escrow'],
): APIButtonComponent[] {
  const all = codeIs === 'unknown' ? [] : stepButtons(contractId, turn, words);
  return all.filter(({ custom_id }, at) => all.findIndex((each) => each.custom_id === custom_id) === at);
}

function stepButtons(contractId: string, turns: readonly Turn[], { LABELS }: Words['escrow']) {
  return turns.flatMap(({ action, milestone }) => {
    const [name, look] = BUTTONS[action] ?? [];
    const label = LABELS[action];
    if (label === undefined || name === undefined) return [];
    const number = milestone === undefined ? '' : `${milestone}`;
    return button(`${label} ${number}`.trim(), name, idOf(contractId, number), look);
  });
}

const idOf = (contractId: string, number: string): string => (number === '' ? contractId : `${contractId}.${number}`);

/** Every party may open a dispute, but the one who decides it. */
function disputes(
  { contractId, codeIs, kind, milestones, roles, state }: EscrowView,
  wallet: string | undefined,
  { DISPUTE }: Words['escrow'],
) {
  const { disputeResolver, ...others } = roles;
  const parties = [...Object.values(others), ...milestones.map(({ receiver }) => receiver)];
  const open = milestones.flatMap((milestone, at) =>
    milestone.state === 'open' || milestone.state === 'approved' ? [at + 1] : [],
  );
  const mayDispute = wallet !== undefined && wallet !== disputeResolver && parties.includes(wallet);
  if (!mayDispute || codeIs === 'unknown' || state === undefined || open.length === 0) return [];
  const which = open.length === 1 ? `${open[0]}` : WHICH;
  return [button(DISPUTE, 'dispute', idOf(contractId, kind === 'single' ? '' : which), 'Danger')];
}
