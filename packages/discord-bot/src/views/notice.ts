/** A short message with a heading and a few sentences of our own words. */
import type { Message } from '../interactions/answers.ts';
import type { Words } from '../words/index.ts';
import { type Colour, container, text } from './parts.ts';

export function notice(heading: string, sentences: string, colour: Colour = 'plain'): Message {
  return { components: container(colour, [text(`### ${heading}`), text(sentences)]) };
}

/** For an interaction that was not started. */
export function nothingDone({ problems }: Words): Message {
  return notice(problems.NOTHING_DONE, problems.TRY_AGAIN, 'bad');
}

/** For somebody who may not do what they tried. */
export function refusal(sentence: string, { problems }: Words): Message {
  return notice(problems.NOT_FOR_YOU, sentence, 'waiting');
}
