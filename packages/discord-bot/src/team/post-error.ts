/** Why nothing was posted, for the person who asked for it. */
import { CountersignError } from '@countersign/core/errors';
import { isForbidden, postProblem } from '../interactions/posts.ts';
import type { Words } from '../words/index.ts';

/** Explains errors that a person can fix; rethrows the others. */
export function forPerson(thrown: unknown, words: Words): unknown {
  const sentence = postProblem(thrown, words);
  return sentence === undefined ? thrown : notPosted(sentence, words, thrown);
}

/** @param isArchived the thread could not be deleted */
export function forPersonOfThread(thrown: unknown, isArchived: boolean, words: Words): unknown {
  const { botNeeds, THREAD_ARCHIVED } = words.team;
  const sentence = isForbidden(thrown) ? botNeeds(['SendMessagesInThreads']) : postProblem(thrown, words);
  if (sentence === undefined) return thrown;
  return notPosted(isArchived ? `${sentence} ${THREAD_ARCHIVED}` : sentence, words, thrown);
}

export function notPosted(message: string, { team, language }: Words, cause?: unknown): CountersignError {
  return new CountersignError('INPUT_INVALID', { message, remedy: team.ASK_A_MODERATOR, language, cause });
}
