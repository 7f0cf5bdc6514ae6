/** Keeps a card up to date until its escrow is decided or its token expires, in this process or its successor. */

import type { CallOptions, EscrowView, PersonalDesk, Settlement, TransactionStatus } from '@countersign/core';
import { operatorFields, toCountersignError } from '@countersign/core/errors';
import { describeThrown } from '@countersign/core/platform/log';
import { isGone, type Message, TOKEN_LIFE_MS } from '../discord/answers.ts';
import type { Interaction } from '../discord/interaction.ts';
import { type BotParts, type Card, deskOf, type Person } from '../state/state.ts';
import { withMembers, withNewWallets } from '../views/members.ts';
import { statusMessage } from '../views/outcome.ts';
import { preparedReply } from '../views/prepared.ts';
import { shortMessage } from '../views/short-card.ts';
import { type Words, wordsOf } from '../words/index.ts';
import { dueOf, type Next, type Rounds } from './rounds.ts';

export type CardStatus = Pick<TransactionStatus, 'id' | 'status' | 'transactionHash'> & {
  /** It answers a submission: once that settles, the person's next card follows it. */
  readonly goesOn?: boolean;
};

/** So long before its token expires, the card says that it no longer changes. */
const LAST_UPDATE_MS = 20_000;
/** After a failure (a busy database, Discord unreachable), to avoid a tight loop. */
const PAUSE_MS = 5_000;
/** For each person: all of them are changed at once, and anyone can open more of them for free. */
const MOST_FOLLOWED = 50;
/** Nothing more becomes of these. */
const FINAL: readonly TransactionStatus['status'][] = ['settled', 'taken', 'superseded', 'declined', 'discarded'];

export type Follower = ReturnType<typeof createFollower>;

/** @param holder this process, as the holder of its cards */
export function createFollower({ desk, state, answers, log, now }: BotParts, rounds: Rounds, holder: string) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const { held } = state;
  /** By person and message, the newest last: a button on a card brings it a fresh token. */
  const cards = new Map<string, Map<string, Card>>();

  const letGo = ({ userId, messageId, token }: Card): undefined => {
    const own = cards.get(userId);
    if (own?.get(messageId)?.token === token) own.delete(messageId);
    if (own?.size === 0) cards.delete(userId);
  };
  const drop = async (card: Card): Promise<undefined> => {
    await state.dropCard(card);
    return letGo(card);
  };

  const start = (card: Card, shown: string | null, when: 'now' | 'later', goesOn = false) => {
    const own = cards.get(card.userId) ?? new Map<string, Card>();
    cards.set(card.userId, own);
    own.delete(card.messageId);
    own.set(card.messageId, card);
    rounds.add(card.messageId, { handle: card.handle, look: looker(card, shown, goesOn) }, when);
    for (const old of [...own.values()].slice(0, -MOST_FOLLOWED)) {
      rounds.remove(old.messageId);
      letGo(old);
      sendLastUpdate(old).catch((thrown) =>
        log('warn', 'the last update of a card failed', { ...cardFields(old), cause: describeThrown(thrown) }),
      );
    }
  };

  const keep = async (card: Card, shown: CardStatus) => {
    await state.keepCard(card, holder, keyOf(shown));
    start(card, keyOf(shown), 'now', shown.goesOn);
  };

  const forMembers = async (card: Card, message: Message): Promise<Message> => {
    const words = wordsOf(card.language);
    const warned = await withNewWallets(message, card, state, now(), words);
    return await withMembers(warned, card.guildId, { desk, state }, words);
  };
  const change = async (card: Card, message: Message) => answers.change(card, await forMembers(card, message));

  const goOn = async (card: Card, status: TransactionStatus) => {
    const own = deskOf(desk, card, card);
    const call = { signal };
    const parts = { bot: { state, log }, desk: own, person: card, call, words: wordsOf(card.language) };
    const next = await nextCard(parts, status, await escrowOf(own, status, call));
    if (next === undefined) return;
    const messageId = await answers.add(card, await forMembers(card, next.message));
    await keep({ ...card, handle: next.card.id, messageId }, next.card);
  };

  /** Says on the card that it no longer changes, and forgets it. */
  async function sendLastUpdate(card: Card): Promise<undefined> {
    if (!(await held.holds(holder, card.messageId))) return letGo(card);
    await drop(card);
    const status = await deskOf(desk, card, card).status(card.handle);
    await change(card, await render(card, status, wordsOf(card.language).outcome.noLongerChanges));
  }

  function looker(card: Card, shown: string | null, goesOn: boolean): () => Promise<Next | undefined> {
    let last = shown;
    let contract: string | undefined;
    const pause = () => ({ at: now() + PAUSE_MS, afterMs: PAUSE_MS, isSent: false });
    const look = async (): Promise<Next | undefined> => {
      const end = card.until - LAST_UPDATE_MS;
      if (end <= now()) return last === null ? await drop(card) : await sendLastUpdate(card);
      const status = await deskOf(desk, card, card).status(card.handle, { signal });
      contract = status.contractId;
      const tells = keyOf(status);
      if (last !== tells) {
        const message = await render(card, status);
        if (signal.aborted) return pause();
        // Another process keeps it up to date now.
        if (!(await held.holds(holder, card.messageId))) return letGo(card);
        await change(card, message);
        last = tells;
        await held.setShown(holder, card.messageId, tells);
        if (goesOn && status.status === 'settled') await goOn(card, status);
      }
      if (FINAL.includes(status.status)) return await drop(card);
      return dueOf(status, end, now());
    };
    return async () => {
      try {
        return await look();
      } catch (thrown) {
        if (signal.aborted) return pause();
        const error = toCountersignError(thrown);
        if (isGone(thrown) || error.code === 'HANDLE_NOT_FOUND') return await drop(card).catch(pause);
        const fields = { ...cardFields(card, contract), cause: describeThrown(thrown), ...operatorFields(error) };
        log('warn', 'a card could not be updated', fields);
        return pause();
      }
    };
  }

  /** Shows an open transaction as its card, everything else as its outcome. */
  async function render(card: Card, status: TransactionStatus, note?: string): Promise<Message> {
    const own = deskOf(desk, card, card);
    const words = wordsOf(card.language);
    if (status.status !== 'prepared' && status.status !== 'to-confirm') {
      return statusMessage(status, { note, escrow: await escrowOf(own, status, { signal }) }, words);
    }
    return shortMessage(await own.renew(status.id, { signal }), note, words);
  }

  return {
    follow: async (interaction: Interaction, person: Person, shown: CardStatus, messageId: string) => {
      const { token, applicationId, language } = interaction;
      const until = interaction.madeAt + TOKEN_LIFE_MS;
      const card = { ...person, handle: shown.id, applicationId, token, messageId, until, language };
      await keep(card, shown);
    },
    /** Follows the cards that another process left and this one took over. */
    resume: async () => {
      for (const { shown, ...card } of await state.cards(holder))
        if (!signal.aborted && !rounds.has(card.messageId)) start(card, shown, 'later');
    },
    /** Stops following; the cards stay in the store. */
    stop: () => stopping.abort(),
  };
}

const keyOf = ({ status, transactionHash = '' }: CardStatus): string => `${status} ${transactionHash}`;

/** What {@link nextCard} needs of a task, or of a card that is followed. */
type NextParts = {
  readonly bot: Pick<BotParts, 'state' | 'log'>;
  readonly desk: PersonalDesk;
  readonly person: Person;
  readonly call: CallOptions;
  readonly words: Words;
};

/**
 * Without a press, since the same person signs it: the payment into an escrow that its payer deployed, or out of a
 * milestone that its approver approved.
 */
export async function nextCard(
  { bot, desk, person, call, words }: NextParts,
  outcome: TransactionStatus | Settlement,
  escrow: EscrowView | undefined,
): Promise<{ readonly message: Message; readonly card: CardStatus } | undefined> {
  const { status, action, plan } = outcome;
  const step = action === undefined ? 'fund' : action === 'approve' ? 'release' : undefined;
  const isOurs = !('preparedHere' in outcome && outcome.preparedHere === false);
  if (step === undefined || status !== 'settled' || plan !== undefined || !isOurs) return undefined;
  const wallet = (await bot.state.wallet(person))?.address;
  if (wallet === undefined || escrow?.turn === undefined) return undefined;
  const [turn, another] = escrow.turn.filter(
    (each) => each.action === step && (each.address ?? escrow.signer) === wallet,
  );
  if (turn === undefined || another !== undefined) return undefined;
  const { milestone } = turn;
  const request = { escrow: escrow.contractId, signer: wallet, ...(milestone === undefined ? {} : { milestone }) };
  try {
    return preparedReply(await desk.prepare(step, request, call), words);
  } catch (thrown) {
    // What settled is reported all the same, with a button for the next.
    bot.log('info', 'the next card was not prepared', { code: toCountersignError(thrown).code });
    return undefined;
  }
}

/** The escrow of a card: once settled as the ledger has it, else as prepared; nothing where it is not known. */
export async function escrowOf(
  desk: PersonalDesk,
  outcome: TransactionStatus | Settlement,
  call?: CallOptions,
): Promise<EscrowView | undefined> {
  const { status, action, contractId } = outcome;
  if (action === 'trust') return undefined;
  const isThere = contractId !== undefined && (status === 'settled' || action !== undefined);
  const target = isThere ? { contractId } : 'id' in outcome ? { id: outcome.id } : undefined;
  try {
    return target && (await desk.get({ ...target, named: true }, call));
  } catch {
    return undefined;
  }
}

/** Of a card that is kept up to date. @param contract once it is known */
function cardFields({ userId, guildId, handle: requestId }: Card, contract?: string): Readonly<Record<string, string>> {
  return { user: userId, server: guildId, handle: requestId, ...(contract === undefined ? {} : { contract }) };
}
