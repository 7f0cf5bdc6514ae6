/** What a transaction says, in plain words; whole in a file where it is too long for a message. */

import { indented } from '@countersign/core/text-layout';
import type { Explanation } from '@countersign/core/transaction';
import type { APIComponentInContainer } from 'discord.js';
import type { Message } from '../answers.ts';
import { line } from './markdown.ts';
import { container, file, fits, RULE, text } from './parts.ts';

const EXPLANATION_FILE = 'explanation.txt';

export function explanationMessage(explanation: Explanation): Message {
  const whole = parts(explanation, Number.POSITIVE_INFINITY);
  if (fits(whole)) return { components: container('plain', whole) };
  const shorter = [1_000, 200, 100, 60, 20].map((limit) => parts(explanation, limit)).find(fits) ?? [
    text(`### ${line(explanation.heading, 400)}`),
  ];
  return {
    components: container('plain', [...shorter, file(EXPLANATION_FILE)]),
    files: [{ name: EXPLANATION_FILE, text: asText(explanation) }],
  };
}

function parts({ heading, lines, warnings }: Explanation, limit: number): APIComponentInContainer[] {
  return [
    text(`### ${line(heading, 400)}`),
    text(lines.map(({ label, value }) => `**${line(label)}** ${line(value, limit)}`).join('\n')),
    ...(warnings.length === 0 ? [] : [RULE, text(warnings.map((warning) => `- ${line(warning, limit)}`).join('\n'))]),
  ];
}

function asText({ heading, lines, warnings }: Explanation): string {
  return [
    heading,
    '',
    ...lines.map(({ label, value }) => `${label}: ${indented(value)}`),
    '',
    ...warnings.map((warning) => `! ${indented(warning)}`),
    '',
  ].join('\n');
}
