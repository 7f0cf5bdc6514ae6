/** What became of an escrow: the card once it is no longer waiting for a signature, and the answer to a submission. */
import type { Settlement, TransactionStatus } from '@countersign/core';
import { STATE_WORDS } from '@countersign/core/words';
import type { APIButtonComponent } from 'discord.js';
import type { Message } from '../answers.ts';
import { code, line, quote, relativeTime } from './markdown.ts';
import { button, buttons, type Colour, container, link, RULE, text } from './parts.ts';

type Outcome = TransactionStatus['status'];

const COLOURS: Readonly<Record<Outcome, Colour>> = {
  prepared: 'ready',
  expired: 'waiting',
  sending: 'waiting',
  settled: 'good',
  rejected: 'bad',
  unknown: 'waiting',
};

const NEXT: Readonly<Record<Outcome, string>> = {
  prepared: 'Sign it before it expires, or press Renew.',
  expired: 'Nothing was sent. Press Renew to prepare it again, when you are ready to sign.',
  sending: 'This takes a few seconds.',
  settled: 'Fund the escrow at its address; /escrow balance shows what it holds.',
  rejected: 'No escrow was created. Press Renew to prepare it again.',
  unknown: 'Do not sign another transaction for this escrow. Check again in a minute.',
};

/** @param status of a handle, as the desk tells it; @param note a sentence about this card */
export function statusMessage(status: TransactionStatus, note?: string): Message {
  const { id } = status;
  const over = Date.parse(status.expiresAt) <= Date.now();
  const choices: Readonly<Record<Outcome, APIButtonComponent[]>> = {
    prepared: [...link('Read and sign', status.signUrl), button('Renew', 'renew', id), discard(id)],
    expired: [button('Renew', 'renew', id, 'Primary'), discard(id)],
    sending: [],
    settled: [],
    rejected: [button('Renew', 'renew', id, 'Primary'), discard(id)],
    unknown: [
      button('Check again', 'check', id, 'Primary'),
      ...(over ? [button('It did not settle', 'failed', id, 'Danger')] : []),
    ],
  };
  return outcome(status, status, choices[status.status], note);
}

/** @param id the handle, where it is known */
export function settlementMessage(settlement: Settlement, id?: string): Message {
  const again =
    id === undefined || settlement.status !== 'unknown' ? [] : [button('Check again', 'check', id, 'Primary')];
  const foreign =
    settlement.preparedHere === false
      ? 'This transaction was not prepared here. It was verified, but no request here matches it.'
      : undefined;
  return outcome(settlement, settlement, again, foreign);
}

function outcome(
  of: Pick<TransactionStatus, 'status' | 'transactionHash'> & {
    readonly contractId?: string | undefined;
    readonly network?: string;
    readonly expiresAt?: string;
    readonly id?: string;
  },
  { message, detail }: { readonly message: string; readonly detail?: string | undefined },
  choices: APIButtonComponent[],
  note: string | undefined,
): Message {
  const facts = [
    ...(of.network === undefined ? [] : [`**Network** ${of.network}`]),
    ...(of.contractId === undefined ? [] : [`**Escrow address** ${code(of.contractId)}`]),
    `**Transaction** ${code(of.transactionHash)}`,
    ...(of.status === 'prepared' && of.expiresAt !== undefined ? [`**Until** ${relativeTime(of.expiresAt)}`] : []),
  ];
  return {
    components: container(COLOURS[of.status], [
      text(`## ${STATE_WORDS[of.status]}`),
      text(line(message, 400)),
      ...(detail === undefined ? [] : [text(`The service said: ${quote(detail)}`)]),
      text(facts.join('\n')),
      RULE,
      text(NEXT[of.status]),
      ...(choices.length === 0 ? [] : [buttons(...choices)]),
      ...(note === undefined && of.id === undefined
        ? []
        : [text(`-# ${[note, of.id === undefined ? undefined : `Id ${code(of.id)}`].filter(Boolean).join(' ')}`)]),
    ]),
  };
}

function discard(id: string): APIButtonComponent {
  return button('Discard', 'discard', id, 'Danger');
}
