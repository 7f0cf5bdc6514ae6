/**
 * The first answer to an interaction, which takes it: whoever gives it acts, and Discord waits 3 s for it. Over the
 * gateway it is a request of its own; over HTTP it is the reply (`http/reply.ts`).
 */
import type { Answers } from './answers.ts';
import type { Acknowledgement, Choice, Modal } from './callback.ts';
import type { Claims } from './claims/claims.ts';
import type { Interaction } from './interaction.ts';
import type { Message } from './payload.ts';

export type FirstAnswer = {
  /** Takes the interaction. Where another process has taken it, or it is too late, nothing may be done. */
  acknowledge(how: Acknowledgement | Modal): Promise<'ours' | 'taken' | 'late'>;
  /** The one answer to somebody who types; nothing is lost without it. */
  suggest(choices: readonly Choice[]): Promise<void>;
};

type Parts = {
  readonly answers: Answers;
  readonly claims: Claims;
  /** Interactions come over HTTP as well, where a claim takes them and Discord does not tell us of each other. */
  readonly isAlsoOverHttp: boolean;
  /** What the person is told where the rows cannot be written. */
  readonly explain: (thrown: unknown) => Message;
};

/** To an interaction that the gateway brought. */
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
        // A lock: of several processes that heard this interaction, Discord lets one continue.
        const taken = await answers.acknowledge(interaction, how);
        if (taken === 'ours') claims.took(id);
        if (taken === 'taken') claims.wasTaken(id);
        return taken;
      } catch (thrown) {
        // Discord may have heard it all the same, and then refuses it to every other process.
        claims.took(id);
        throw thrown;
      }
    },
    suggest: (choices) => answers.suggest(interaction, choices),
  };
}
