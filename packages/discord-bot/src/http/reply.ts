/** The first answer to an interaction that came over HTTP: the reply to its request. */
import type { Claims } from '../claims/claims.ts';
import { acknowledgementBody, suggestionsBody } from '../interactions/callback.ts';
import type { FirstAnswer } from '../interactions/first-answer.ts';

/** Discord gives up after 3 s, its own way here and back included. */
export const REPLY_MS = 2_500;

export type Reply = FirstAnswer & {
  /** The reply to Discord; undefined if another process answers. Settles once, and never late. */
  readonly body: Promise<object | undefined>;
  /** The work is over; without an answer, it failed. */
  readonly end: () => void;
};

type Parts = {
  readonly interactionId: string;
  readonly claims: Pick<Claims, 'claim'>;
  /** Whether the whole reply was handed over, once that is known. */
  readonly delivered: Promise<boolean>;
  /** It is acknowledged as far as can be known here. */
  readonly onDelivered: () => void;
  /** The reply if nothing was done. @param thrown why, if something was thrown */
  readonly failed: (thrown?: unknown) => object;
  readonly ms?: number;
};

export function openReply({ interactionId, claims, delivered, onDelivered, failed, ms = REPLY_MS }: Parts): Reply {
  const told = Promise.withResolvers<object | undefined>();
  let isOpen = true;
  /** False if another reply was given before. */
  const tell = (body: object | undefined): boolean => {
    if (!isOpen) return false;
    isOpen = false;
    clearTimeout(deadline);
    told.resolve(body);
    return true;
  };
  const deadline = setTimeout(() => tell(failed()), ms);
  const claim = async () => {
    try {
      return await claims.claim(interactionId);
    } catch (thrown) {
      tell(failed(thrown));
      throw thrown;
    }
  };
  return {
    body: told.promise,
    acknowledge: async (how) => {
      // Discord does not tell one process of another's reply, so only the claim decides who acts.
      if (!(await claim())) {
        tell(undefined);
        return 'taken';
      }
      if (!tell(acknowledgementBody(how)) || !(await delivered)) return 'late';
      onDelivered();
      return 'ours';
    },
    suggest: async (choices) => void tell((await claim()) ? suggestionsBody(choices) : undefined),
    end: () => void tell(failed()),
  };
}
