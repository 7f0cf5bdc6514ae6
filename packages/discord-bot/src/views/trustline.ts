/** A trustline that is ready to sign: on its page, or in any wallet with its transaction as a file. */
import type { Prepared } from '@countersign/core';
import { NETWORK_WORDS, stopLines, warningText } from '@countersign/core/words';
import type { Message } from '../answers.ts';
import { code, line, relativeTime } from './markdown.ts';
import { buttons, container, file, link, RULE, text } from './parts.ts';

const XDR_FILE = 'unsigned.xdr.txt';

export function trustlineMessage({
  id,
  summary,
  judgement,
  unsignedXdr,
  expiresAt,
  signUrl,
}: Prepared<'trust'>): Message {
  const { name, means } = NETWORK_WORDS[summary.network];
  const { stops, warnings, facts } = judgement;
  const twice = [...stopLines(stops), ...summary.warnings, ...[...warnings, ...facts].map(warningText)];
  const next =
    unsignedXdr === undefined
      ? 'Nothing to sign is given until you confirm what is above, on the page.'
      : `Sign it on its page. Or sign ${XDR_FILE} in your wallet before then, and give what it returns to /escrow submit. Later, use this command again.`;
  const page = link(unsignedXdr === undefined ? 'Read and confirm' : 'Read and sign', signUrl);
  return {
    components: container(unsignedXdr === undefined ? 'bad' : 'ready', [
      text(
        `## ${unsignedXdr === undefined ? 'Read this first' : 'Ready to sign'}: a trustline for ${line(summary.token.code)}`,
      ),
      text(`**${name.toUpperCase()}: ${means}**\nCan be signed until ${relativeTime(expiresAt)}.`),
      ...(twice.length === 0 ? [] : [text(twice.map((each) => `- ${line(each, 400)}`).join('\n'))]),
      RULE,
      text(
        [
          `**Your account** ${code(summary.signer)}`,
          `**Token** ${line(summary.token.code)}, issued by ${code(summary.token.issuer)}`,
          'No money moves.',
          `**Held back** ${summary.reserveXlm} XLM, while the trustline stands`,
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
