/** What every card of something to sign shares: how it stands, what can be pressed, and its file. */
import type { ActionName, Prepared } from '@countersign/core';
import { NETWORK_WORDS, reasonText } from '@countersign/core/words';
import type { APIComponentInContainer } from 'discord.js';
import { clockTime, code, line } from './markdown.ts';
import { button, buttons, file, text } from './parts.ts';
import { signLink } from './sign-link.ts';

export const UNSIGNED_FILE = 'unsigned.xdr.txt';
export const SUMMARY_FILE = 'summary.txt';

/** Of an escrow's address while nothing has settled: a renewal may bring another one. */
export const IF_SETTLED = 'if this transaction settles';

type Any = Prepared<ActionName>;

/** The network, how long there is, and what was compared. */
export function standing({ unsignedXdr, expiresAt, checked, summary }: Any): string[] {
  const { name, means } = NETWORK_WORDS[summary.network];
  const reasons = 'reasons' in summary ? (summary.reasons ?? []) : [];
  return [
    `**${name.toUpperCase()}: ${means}**`,
    ...(unsignedXdr === undefined ? [] : [`Can be signed until ${clockTime(expiresAt)}; then press Renew.`]),
    checked === 'verified'
      ? 'Every field was read from the transaction and matches the request. Check that it is what you want.'
      : `**Only partly verified.** ${line(reasons.map(reasonText).join('; '), 300)}`,
  ];
}

/** The buttons, above the details: a person with a small screen reaches them without scrolling. */
export function pressParts({ id, signUrl, network, judgement, unsignedXdr }: Any): APIComponentInContainer[] {
  if (unsignedXdr === undefined) {
    return [
      buttons(
        button('I have read this', 'confirm', `${id}.${judgement.key}`, 'Danger'),
        button('Discard', 'discard', id),
      ),
    ];
  }
  const page = signLink(signUrl, network);
  return [
    buttons(
      ...page.button,
      button('Ask for the signature', 'ask', id),
      button('Renew', 'renew', id),
      button('Discard', 'discard', id, 'Danger'),
    ),
    ...(page.where === undefined ? [] : [text(`-# ${page.where}`)]),
  ];
}

/** The file for any wallet, and the small print. */
export function lastParts({ id, unsignedXdr }: Any, note: string | undefined): APIComponentInContainer[] {
  const said = note === undefined ? '' : `${note} `;
  if (unsignedXdr === undefined) return [text(`-# ${said}Id ${code(id)}`)];
  return [
    file(UNSIGNED_FILE),
    text(`-# ${said}Any wallet can sign this file: then use /escrow submit. Id ${code(id)}`),
  ];
}
