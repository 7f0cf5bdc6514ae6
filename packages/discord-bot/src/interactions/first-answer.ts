/** The first answer claims an interaction within 3 s: a request over the gateway, the reply over HTTP. */
import {
  type Acknowledgement,
  type Answers,
  acknowledgementBody,
  type Choice,
  type Message,
  type Modal,
  messageBody,
  suggestionsBody,
} from '../discord/answers.ts';
import type { Interaction } from '../discord/interaction.ts';
import type { Claims } from './claims.ts';

export type FirstAnswer = {
  /** Claims the interaction. If another process has claimed it, or it is too late, nothing may be done. */
  acknowledge(how: Acknowledgement | Modal): Promise<'ours' | 'taken' | 'late'>;
  /** The only answer to autocomplete; nothing is lost without it. */
  suggest(choices: readonly Choice[]): Promise<void>;
};

type RequestParts = {
  readonly answers: Answers;
  readonly claims: Claims;
  /** Interactions also come over HTTP, where our own rows hold the claims, since Discord does not arbitrate there. */
  readonly isAlsoOverHttp: boolean;
  /** The answer if those rows cannot be written. */
  readonly explain: (interaction: Interaction, thrown: unknown) => Message;
};

export function answerByRequest(
  interaction: Interaction,
  { answers, claims, isAlsoOverHttp, explain }: RequestParts,
): FirstAnswer {
  const claim = () =>
    claims.claim(interaction.id).catch(async (thrown) => {
      await answers.answer(interaction, messageBody(explain(interaction, thrown))).catch(() => undefined);
      throw thrown;
    });
  return {
    acknowledge: async (how) => {
      if (isAlsoOverHttp && !(await claim())) return 'taken';
      // A lock: Discord lets only one of the processes that received this interaction continue.
      return await answers.answer(interaction, acknowledgementBody(how));
    },
    suggest: async (choices) => void (await answers.answer(interaction, suggestionsBody(choices))),
  };
}

type ReplyParts = {
  readonly interactionId: string;
  readonly claims: Pick<Claims, 'claim'>;
  /** Whether the whole reply was handed over, once that is known. */
  readonly delivered: Promise<boolean>;
  /** It is acknowledged as far as can be known here. */
  readonly onDelivered: () => void;
  /** The reply if nothing was done. @param thrown why, if something was thrown */
  readonly failed: (thrown?: unknown) => object;
};

/** Discord gives up after 3 s, its own way here and back included. */
export const REPLY_MS = 2_500;

/**
 * @returns `body`: the reply to Discord, undefined if another process answers; it settles once, and never late. `end`:
 * the work is over; without an answer, it failed.
 */
export function openReply({ interactionId, claims, delivered, onDelivered, failed }: ReplyParts) {
  const reply = Promise.withResolvers<object | undefined>();
  let isOpen = true;
  /** False if another reply was given before. */
  const answer = (body: object | undefined): boolean => {
    if (!isOpen) return false;
    isOpen = false;
    clearTimeout(deadline);
    reply.resolve(body);
    return true;
  };
  const deadline = setTimeout(() => answer(failed()), REPLY_MS);
  const claim = () =>
    claims.claim(interactionId).catch((thrown) => {
      answer(failed(thrown));
      throw thrown;
    });
  const first: FirstAnswer = {
    acknowledge: async (how) => {
      // Discord does not report one process's reply to another, so only the claim decides who acts.
      if (!(await claim())) {
        answer(undefined);
        return 'taken';
      }
      if (!answer(acknowledgementBody(how)) || !(await delivered)) return 'late';
      onDelivered();
      return 'ours';
    },
    suggest: async (choices) => void answer((await claim()) ? suggestionsBody(choices) : undefined),
  };
  return { ...first, body: reply.promise, end: () => void answer(failed()) };
}
