/** What came in, from wherever it came: read once, and served by the same handlers. */
import type { APIInteraction } from 'discord.js';
import { suggest } from '../records/suggest.ts';
import type { Bot } from '../task.ts';
import type { FirstAnswer } from './first-answer.ts';
import { type Interaction, readInteraction, readTyping } from './interaction.ts';
import { serve } from './serve.ts';

/** An interaction, and how its first answer goes to Discord. */
export type Heard = {
  readonly interaction: Interaction;
  /** Somebody types: suggestions are the only answer. */
  readonly isTyping: boolean;
  /** Never throws. */
  readonly serve: (first: FirstAnswer) => Promise<void>;
};

export type Hearing = {
  /** Nothing for what this bot has not registered. */
  readonly read: (raw: APIInteraction) => Heard | undefined;
  /** Settles when all that runs is over. */
  readonly idle: () => Promise<unknown>;
};

export function createHearing(bot: Bot): Hearing {
  const running = new Set<Promise<void>>();
  const run = (task: Promise<void>) => {
    running.add(task);
    return task.finally(() => running.delete(task));
  };
  return {
    read: (raw) => {
      const typing = readTyping(raw);
      if (typing !== undefined) {
        const { interaction } = typing;
        return { interaction, isTyping: true, serve: (first) => run(suggest(bot, typing, first)) };
      }
      const asked = readInteraction(raw);
      if (asked === undefined) return undefined;
      return { interaction: asked.interaction, isTyping: false, serve: (first) => run(serve(bot, asked, first)) };
    },
    idle: () => Promise.all(running),
  };
}
