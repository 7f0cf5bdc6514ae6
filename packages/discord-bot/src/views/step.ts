/** A step of an escrow's life that is ready to sign: on its page, or in any wallet with its transaction as a file. */
import type { Prepared } from '@countersign/core';
import { NETWORK_WORDS, STEP_WORDS, stopLines, turnsText, warningText } from '@countersign/core/words';
import type { Message } from '../answers.ts';
import { code, line, relativeTime } from './markdown.ts';
import { buttons, container, file, link, RULE, text } from './parts.ts';

const XDR_FILE = 'unsigned.xdr.txt';

export function stepMessage({ id, summary, judgement, unsignedXdr, expiresAt, signUrl }: Prepared<'approve'>): Message {
  const { name, means } = NETWORK_WORDS[summary.network];
  const { stops, warnings, facts } = judgement;
  const twice = [...stopLines(stops), ...summary.warnings, ...[...warnings, ...facts].map(warningText)];
  const next =
    unsignedXdr === undefined
      ? 'Nothing to sign is given until you confirm what is above, on the page.'
      : `Sign it on its page. Or sign ${XDR_FILE} in your wallet before then, and give what it returns to /escrow submit.`;
  const page = link(unsignedXdr === undefined ? 'Read and confirm' : 'Read and sign', signUrl);
  return {
    components: container(unsignedXdr === undefined ? 'bad' : 'ready', [
      text(`## ${unsignedXdr === undefined ? 'Read this first' : 'Ready to sign'}: ${STEP_WORDS[summary.step].title}`),
      text(`**${name.toUpperCase()}: ${means}**\nCan be signed until ${relativeTime(expiresAt)}.`),
      ...(twice.length === 0 ? [] : [text(twice.map((each) => `- ${line(each, 400)}`).join('\n'))]),
      RULE,
      text(
        [
          line(summary.does, 400),
          ...summary.changes.map(
            ({ what, before, after }) => `**${line(what, 100)}** ${line(before, 200)} → ${line(after, 200)}`,
          ),
          ...summary.doesNot.map((each) => line(each, 300)),
          `**Next** ${line(turnsText(summary.turn), 400)}`,
          `**Network fee** at most ${summary.feeXlm} XLM`,
        ].join('\n'),
      ),
      text(`${next}\n-# Id ${code(id)}`),
      ...(page.length === 0 ? [] : [buttons(...page)]),
      ...(unsignedXdr === undefined ? [] : [file(XDR_FILE)]),
    ]),
    ...(unsignedXdr === undefined ? {} : { files: [{ name: XDR_FILE, text: unsignedXdr }] }),
  };
}
