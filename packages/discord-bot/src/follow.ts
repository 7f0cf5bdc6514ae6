/**
 * Keeps cards up to date: each is followed until its escrow is decided or its token expires, by this process or,
 * after a restart, by the next one.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Desk, TransactionStatus } from '@countersign/core';
import { operatorFields, toCountersignError } from '@countersign/core/errors';
import { describeThrown, type Log } from '@countersign/core/platform/log';
import { type Answers, isGone, type Message, TOKEN_LIFE_MS } from './answers.ts';
import { escrowOf } from './escrow-of.ts';
import type { Interaction } from './interaction.ts';

import { type Card, deskOf, type Person, type State } from './state.ts';
import { statusMessage } from './views/outcome.ts';
import { preparedMessage } from './views/prepared.ts';
import { withNewWallets } from './wallets/new-wallets.ts';

/** What a card shows: of a prepared escrow or of a status. */
export type Shown = Pick<TransactionStatus, 'id' | 'status' | 'transactionHash'>;

export type Follower = {
  /** Follows a card that was just shown. */
  follow(interaction: Interaction, person: Person, shown: Shown, messageId: string): void;
  /** Follows the cards that an earlier process left. */
  resume(): void;
  /** Stops following; the cards stay in the store. */
  stop(): Promise<void>;
};

/** So long before its token expires, the card says that it no longer changes. */
const LAST_UPDATE_MS = 20_000;
/** So often the ledger is asked anew; a change in the store ends a wait at once. */
const WAIT_MS = 3_000;
/** After a failure (a busy database, Discord unreachable), to avoid a tight loop. */
const PAUSE_MS = 5_000;
/** For each person. Each card reads the store twice a second, and anyone can open more of them for free. */
const MOST_FOLLOWED = 10;
/** Nothing more becomes of these. */
const FINAL: readonly TransactionStatus['status'][] = ['settled', 'taken', 'superseded', 'declined', 'discarded'];
/** These may still be renewed, but there is no event to wait for. */
const OVER_FOR_NOW: readonly TransactionStatus['status'][] = ['rejected', 'expired'];
const LAST_NOTE = 'This card no longer changes by itself; press a button to refresh it.';

export function createFollower({
  desk,
  state,
  answers,
  log,
  now = Date.now,
}: {
  readonly desk: Desk;
  readonly state: State;
  readonly answers: Answers;
  readonly log: Log;
  readonly now?: () => number;
}): Follower {
  const stopping = new AbortController();
  const { signal } = stopping;
  /** By message: a button on a card brings it a fresh token, and the watch under the old one ends. */
  const running = new Map<string, Watch>();

  const start = (card: Card, shown?: Shown) => {
    running.get(card.messageId)?.replace.abort();
    // Deleted first, so that it becomes the newest.
    running.delete(card.messageId);
    const replace = new AbortController();
    const ended = watch(card, AbortSignal.any([signal, replace.signal]), shown)
      .catch((thrown) => log('error', 'a card is no longer followed', { cause: describeThrown(thrown) }))
      .finally(() => {
        if (running.get(card.messageId)?.replace === replace) running.delete(card.messageId);
      });
    running.set(card.messageId, { card, ended, replace });
    const own = [...running.values()].filter((watch) => watch.card.userId === card.userId);
    for (const watch of own.slice(0, -MOST_FOLLOWED)) {
      watch.replace.abort();
      running.delete(watch.card.messageId);
      sendLastUpdate(watch.card).catch((thrown) =>
        log('warn', 'the last update of a card failed', { cause: describeThrown(thrown) }),
      );
    }
  };

  const change = async (card: Card, message: Message) =>
    await answers.change(card, withNewWallets(message, card, state, now()));

  /** Says on the card that it no longer changes, and forgets it. */
  async function sendLastUpdate(card: Card): Promise<void> {
    state.dropCard(card);
    await change(card, await render(card, await deskOf(desk, card).status(card.handle), LAST_NOTE));
  }

  /** @param shown what the card shows now; absent where that is not known, after a restart */
  async function watch(card: Card, until: AbortSignal, shown: Shown | undefined): Promise<void> {
    let last = shown;
    while (!until.aborted) {
      try {
        const left = card.until - LAST_UPDATE_MS - now();
        if (left <= 0) {
          return last === undefined ? state.dropCard(card) : await sendLastUpdate(card);
        }
        const wait = last === undefined ? 0 : Math.min(WAIT_MS, left);
        const status = await deskOf(desk, card).waitFor(card.handle, wait, {
          signal: until,
          ...(last === undefined ? {} : { seen: last }),
        });
        const isOver = OVER_FOR_NOW.includes(status.status) || status.neverSent === true;
        // Whoever reads what stops it is not interrupted: once it is confirmed it is prepared anew.
        const isBeingRead = last?.status === 'to-confirm' && isOver && status.status !== 'rejected';
        if (!isBeingRead) {
          if (last === undefined || differs(last, status)) await change(card, await render(card, status));
          last = status;
        }
        if (FINAL.includes(status.status)) return state.dropCard(card);
        if (isOver) await sleep(Math.min(PAUSE_MS, left), undefined, { signal: until });
      } catch (thrown) {
        if (until.aborted) return;
        const error = toCountersignError(thrown);
        if (isGone(thrown) || error.code === 'HANDLE_NOT_FOUND') return state.dropCard(card);
        const fields = { cause: describeThrown(thrown), ...operatorFields(error) };
        log('warn', 'a card could not be updated', fields);
        await sleep(PAUSE_MS, undefined, { signal: until }).catch(() => {});
      }
    }
  }

  /** Shows an open offer as its card, everything else as its outcome. */
  async function render(card: Card, status: TransactionStatus, note?: string): Promise<Message> {
    const own = deskOf(desk, card);
    if (status.status !== 'prepared' && status.status !== 'to-confirm') {
      return statusMessage(status, note, await escrowOf(own, status, { signal }));
    }
    return preparedMessage(await own.renew(status.id, { signal }), note);
  }

  return {
    follow: (interaction, person, shown, messageId) => {
      const { token, applicationId } = interaction;
      const until = interaction.madeAt + TOKEN_LIFE_MS;
      const card = { ...person, handle: shown.id, applicationId, token, messageId, until };
      state.keepCard(card);
      start(card, shown);
    },
    resume: () => {
      for (const card of state.cards()) start(card);
    },
    stop: async () => {
      stopping.abort();
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}

type Watch = { readonly card: Card; readonly ended: Promise<void>; readonly replace: AbortController };

function differs(one: Shown, other: Shown): boolean {
  return one.status !== other.status || one.transactionHash !== other.transactionHash;
}
