/** What every card of something to sign shares: its state, buttons and file. */

import type { ActionName, Prepared } from '@countersign/core';
import type { NetworkName } from '@countersign/core/network';
import { format } from '@countersign/core/text/message';
import { needsTrustline } from '@countersign/core/words';
import { isLoopbackHost } from '@countersign/local-http';
import type { APIButtonComponent, APIComponentInContainer } from 'discord.js';
import type { File, Message } from '../discord/answers.ts';
import type { Words } from '../words/index.ts';
import { clockTime, code, line, plain } from './markdown.ts';
import { button, buttons, buttonsIfAny, container, file, link, text, textsIn } from './parts.ts';

const UNSIGNED_FILE = 'unsigned.xdr.txt';
export const SUMMARY_FILE = 'summary.txt';

/** Prepares the trustline of one payee. Short: with an id and an address it must fit into the 100 characters of a `custom_id`. */
export const TRUSTLINE_BUTTON = 'trust';
/** Of a name on a button; Discord allows 80 characters for the whole label. */
const MAX_LABEL = 40;

type Any = Prepared<ActionName>;

/** A card of it, with its file once there is something to sign. */
export function toSign(
  { unsignedXdr }: Pick<Any, 'unsignedXdr'>,
  parts: APIComponentInContainer[],
  files: readonly File[] = [],
): Message {
  const unsigned = unsignedXdr === undefined ? [] : [{ name: UNSIGNED_FILE, text: unsignedXdr }];
  return { components: container(unsignedXdr === undefined ? 'bad' : 'ready', parts), files: [...unsigned, ...files] };
}

/** The whole card as a text, where a message cuts it. */
export function summaryFile(parts: readonly APIComponentInContainer[]): File {
  return { name: SUMMARY_FILE, text: `${textsIn(parts).map(plain).join('\n\n')}\n` };
}

/** The network, the time left, and what was compared. */
export function statusLines(prepared: Any, { card, core }: Words): string[] {
  const { unsignedXdr, expiresAt, summary } = prepared;
  const { name, means } = core.NETWORK_WORDS[summary.network];
  return [
    `**${name.toUpperCase()}: ${means}**`,
    ...(unsignedXdr === undefined ? [] : [format(card.until, { time: clockTime(expiresAt) })]),
    comparedText(prepared, { card, core }),
  ];
}

/** The signer has not agreed to the escrow's terms as they are now. */
const isChanged = ({ stops: blockers, warnings }: Any['judgement']): boolean =>
  [...blockers, ...warnings].some(({ code }) => code === 'TERMS_CHANGED' || code === 'TERMS_CHANGED_SINCE_DEPLOY');

export function comparedText(
  { checked, summary, judgement: risk }: Any,
  { card, core }: Pick<Words, 'card' | 'core'>,
): string {
  if (checked === 'verified') return isChanged(risk) ? card.matchesChanged : card.matches;
  // A fact names the RPC.
  if (checked === 'one-source') return card.matchesOneSource;
  const reasons = 'reasons' in summary ? (summary.reasons ?? []) : [];
  return format(card.partlyVerified, { reasons: line(reasons.map(core.reasonText).join('; '), 300) });
}

export type Length = 'short' | 'whole';

/** The buttons, above the details: a person with a small screen reaches them without scrolling. */
export function pressParts(prepared: Any, words: Words, length: Length = 'whole'): APIComponentInContainer[] {
  const { id, signUrl, network, judgement: risk, unsignedXdr } = prepared;
  const { card } = words;
  const details = length === 'short' ? [button(card.details, 'details', id)] : [];
  if (unsignedXdr === undefined) {
    const confirm = button(card.iHaveRead, 'confirm', `${id}.${risk.key}`, 'Primary');
    return [...trustlineParts(prepared, words), buttons(confirm, ...details, button(card.discard, 'discard', id))];
  }
  const page = signLink(signUrl, network, card);
  return [
    ...trustlineParts(prepared, words),
    buttons(
      ...page.button,
      ...details,
      button(card.askForSignature, 'ask', id),
      button(card.renew, 'renew', id),
      button(card.discard, 'discard', id),
    ),
    ...(page.where === undefined ? [] : [text(`-# ${page.where}`)]),
  ];
}

/** A plain transfer does not hold its escrow's title: that is what the ledger showed when it was prepared. */
export function titleOfPayment({ summary, judgement: risk }: Prepared<'fund'>): string | undefined {
  if (summary.title !== undefined) return summary.title;
  return risk.facts.flatMap((fact) => (fact.code === 'AFTER_PAYMENT' ? [fact.params.title] : []))[0];
}

/** As many buttons as Discord puts into a row. */
const MOST_BUTTONS = 5;

/** For each payee who lacks a trustline, next to the warning that says so. */
function trustlineParts({ id, judgement: risk, names = [] }: Any, { card }: Words): APIComponentInContainer[] {
  const all = risk.warnings.filter(needsTrustline).slice(0, MOST_BUTTONS);
  const labelled = all.map(({ params: { address } }) => {
    const name = names.find((each) => each.address === address)?.name;
    const label =
      name === undefined ? card.addTrustline : format(card.addTrustlineFor, { name: line(name, MAX_LABEL) });
    return button(label, TRUSTLINE_BUTTON, `${id}.${address}`);
  });
  return buttonsIfAny(labelled);
}

/** The file for any wallet, and the small print. */
export function lastParts(
  { id, unsignedXdr, summary }: Any,
  note: string | undefined,
  { card }: Words,
  length: Length = 'whole',
): APIComponentInContainer[] {
  const isNew = length === 'short' && 'contractId' in summary;
  const address = isNew ? `**${card.escrowAddress}** ${code(summary.contractId)} ` : '';
  const prefix = `${note === undefined ? '' : `${note} `}${address}`;
  if (unsignedXdr === undefined) return [text(`-# ${prefix}${format(card.idText, { id: code(id) })}`)];
  const how = length === 'short' ? card.orThisFile : card.anyWallet;
  return [file(UNSIGNED_FILE), text(`-# ${prefix}${how} ${format(card.idText, { id: code(id) })}`)];
}

/** Whether the signing page can be opened from where Discord is read. */
type SignLink = {
  /** One, or none. */
  readonly button: readonly APIButtonComponent[];
  /** Where the page can be opened, if not from everywhere. */
  readonly where?: string;
};

/** Whether only the computer that runs the bot can open the page. */
export const isOnThisComputer = (url: string): boolean => isLoopbackHost(new URL(url).host);

/**
 * A page on loopback can only be opened on the machine that runs the bot. In the sandbox the person who tries it sits
 * there; elsewhere a button would lead everybody else to whatever listens on their own machine.
 */
export function signLink(
  url: string | undefined,
  network: NetworkName,
  words: Words['card'],
  label = words.readAndSign,
): SignLink {
  if (url === undefined || !URL.canParse(url)) return { button: [] };
  if (!isOnThisComputer(url)) return { button: link(label, url) };
  return network === 'sandbox'
    ? { button: link(label, url), where: words.pageHereAlone }
    : { button: [], where: format(words.pageThere, { url: code(url) }) };
}
