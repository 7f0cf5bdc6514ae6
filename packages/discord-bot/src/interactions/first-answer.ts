/**
 * The first answer to an interaction, which claims it: the process that gives it acts, and Discord waits 3 s for it.
 * Over the gateway it is a separate request; over HTTP it is the reply (`http/reply.ts`).
 */
import type { Claims } from '../claims/claims.ts';
import type { Answers } from './answers.ts';
import type { Acknowledgement, Choice, Modal } from './callback.ts';
import type { Interaction } from './interaction.ts';
import type { Message } from './payload.ts';

export type FirstAnswer = {
  /** Claims the interaction. If another process has claimed it, or it is too late, nothing may be done. */
  acknowledge(how: Acknowledgement | Modal): Promise<'ours' | 'taken' | 'late'>;
  /** The only answer to autocomplete; nothing is lost without it. */
  suggest(choices: readonly Choice[]): Promise<void>;
};

type Parts = {
  readonly answers: Answers;
  readonly claims: Claims;
  /** Interactions also come over HTTP, where our own rows hold the claims, since Discord does not arbitrate there. */
  readonly isAlsoOverHttp: boolean;
  /** The answer if those rows cannot be written. */
  readonly explain: (thrown: unknown) => Message;
};

/** For an interaction from the gateway. */
export function answerByRequest(interaction: Interaction, parts: Parts): FirstAnswer {
  const { answers, claims, isAlsoOverHttp, explain } = parts;
  const { id } = interaction;
  const claim = async () => {
    try {
      return await claims.claim(id);
    } catch (thrown) {
      await answers.refuse(interaction, explain(thrown)).catch(() => undefined);
      throw thrown;
    }
  };
  return {
    acknowledge: async (how) => {
      if (isAlsoOverHttp && !(await claim())) return 'taken';
      try {
        // A lock: Discord lets only one of the processes that received this interaction continue.
        const taken = await answers.acknowledge(interaction, how);
        if (taken === 'ours') claims.took(id);
        if (taken === 'taken') claims.wasTaken(id);
        return taken;
      } catch (thrown) {
        // Discord may have received it all the same, and then refuses every other process.
        claims.took(id);
        throw thrown;
      }
    },
    suggest: (choices) => answers.suggest(interaction, choices),
  };
}
