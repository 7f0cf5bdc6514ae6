/**
 * A prepared escrow for a model: everything that its person must see, each thing once. The desk's own result is for
 * the page, the card and the terminal.
 */
import { type Prepared, preparedSchema } from '@countersign/core/results';
import { withFewAddresses } from '@countersign/core/text';
import {
  type Fact,
  labelledRoles,
  type Naming,
  NO_OWN_AMOUNT,
  nameText,
  naming,
  payeeText,
  reasonText,
  sharesText,
  stopLines,
  warningLines,
  warningText,
} from '@countersign/core/words';
import * as z from 'zod';

import { shortDifferences, shortRows, shortTexts } from './escrow-view.ts';

const text = z.string();
const texts = z.array(text);
/** As the desk returns them. */
const fields = preparedSchema.shape;

export const preparedViewSchema = z.strictObject({
  id: text.describe('Of what was prepared'),
  status: fields.status,
  network: text,
  escrow: text.describe('Its address'),
  transactionHash: text,
  expiresAt: fields.expiresAt,
  checked: fields.checked,
  summary: z.strictObject({
    title: text,
    description: text,
    engagementId: text,
    parties: z.array(
      z.strictObject({
        address: text,
        roles: text,
        name: text.optional(),
        gets: text.optional().describe('Where several are paid: after fees, of how much'),
        firstTimeHere: z.boolean().optional(),
      }),
    ),
    moreParties: z.number().optional().describe('Not listed, who are only paid: as moreMilestones'),
    milestones: z.array(
      z.strictObject({
        description: text,
        amount: text.optional().describe('Absent where all are paid at once'),
        toReceiver: text.optional(),
      }),
    ),
    moreMilestones: z.number().optional().describe('Not listed: get_escrow with milestonesFrom lists them'),
    total: text,
    paidOut: text.describe('Who gets what of the total'),
    serviceAddress: text.optional(),
    platformFeePercent: text,
    token: fields.summary.shape.token,
    receiverMemo: text.optional(),
    feeXlm: text,
    reasons: texts.optional().describe('Why it is only partly verified'),
    warnings: texts.optional().describe('Of its texts'),
  }),
  judgement: z.strictObject({
    stops: texts.describe('Only the person confirms these'),
    warnings: texts,
    facts: texts,
  }),
  replaces: fields.replaces
    .unwrap()
    .extend({ moreDifferences: z.number().optional() })
    .optional()
    .describe('The earlier version that this one ends'),
  unsignedXdr: text.optional(),
  networkPassphrase: text.optional().describe('Beside unsignedXdr: what a wallet signs it for'),
  signUrl: text.optional(),
  next: text,
});
export type PreparedView = z.output<typeof preparedViewSchema>;

/** @param includeXdr whether the caller wants the transaction; without a page it is always included */
export function preparedView(prepared: Prepared, includeXdr: boolean): PreparedView {
  const { summary, replaces, signUrl } = prepared;
  const unsigned = givenXdr(prepared, includeXdr);
  return {
    ...headOf(prepared),
    escrow: prepared.contractId,
    ...summaryAndJudgement(summary, prepared.judgement, prepared.names),
    ...(replaces && { replaces: replacesView(replaces) }),
    ...unsigned,
    ...(signUrl && { signUrl }),
    next: nextStep(prepared, unsigned.unsignedXdr !== undefined),
  };
}

type Head = Pick<Prepared, 'id' | 'status' | 'network' | 'transactionHash' | 'expiresAt' | 'checked'>;

/** What a result begins with, whatever was prepared. */
export const headOf = ({ id, status, network, transactionHash, expiresAt, checked }: Head): Head => ({
  ...{ id, status, network, transactionHash, expiresAt, checked },
});

/** The judgement in sentences. */
export const judgementView = ({ stops: blockers, warnings, facts }: Prepared['judgement'], named: Naming) => ({
  stops: stopLines(blockers, named),
  warnings: warningLines(warnings, named),
  facts: warningLines(facts, named),
});

function replacesView({ id, differences }: NonNullable<Prepared['replaces']>): NonNullable<PreparedView['replaces']> {
  const { rows, left } = shortDifferences(differences, 'moreDifferences');
  return { id, differences: rows, ...left };
}

/** The transaction, with the network that it is for: the XDR does not say. Without a page it is always included. */
export function givenXdr(
  { unsignedXdr, signUrl, summary: { networkPassphrase } }: Pick<Prepared, 'unsignedXdr' | 'signUrl'> & PassphraseOf,
  includeXdr: boolean,
): { readonly unsignedXdr?: string; readonly networkPassphrase?: string } {
  const isGiven = unsignedXdr !== undefined && (includeXdr || signUrl === undefined);
  return isGiven ? { unsignedXdr, networkPassphrase } : {};
}

type PassphraseOf = { readonly summary: Pick<Prepared['summary'], 'networkPassphrase'> };

/** A longer part of a result, for a host or a person who wants it. */
export type ResourceLink = {
  readonly uri: string;
  readonly name: string;
  readonly description?: string;
  readonly mimeType: string;
};

type Linked = Pick<PreparedView, 'id' | 'status' | 'unsignedXdr'>;

/** A link to the transaction, which would fill most of the result with base64. */
export function xdrLinks({ id, status, unsignedXdr }: Partial<Linked>): readonly ResourceLink[] {
  if (status !== 'prepared' || unsignedXdr !== undefined) return [];
  return [{ uri: `countersign://escrow/${id}/unsigned.xdr`, name: 'Unsigned transaction', mimeType: 'text/plain' }];
}

function summaryAndJudgement(
  { title, description, engagementId, signer, roles, costs, token, ...summary }: Prepared['summary'],
  { stops: blockers, warnings, facts }: Prepared['judgement'],
  names: Prepared['names'] = [],
): Pick<PreparedView, 'summary' | 'judgement'> {
  const { platformFeePercent, total, receiverMemo, feeXlm, reasons } = summary;
  const named = namesIn({ names });
  const addresses = facts.flatMap((fact) => (fact.code === 'FIRST_TIME_ADDRESSES' ? fact.params.addresses : []));
  const unit = token.code ?? 'tokens';
  const gets = new Map(costs.payees?.map((payee) => [payee.address, payeeText(payee, unit)]));
  const parties = partiesOf(signer, roles, addresses, names, gets);
  const others = addresses.filter((address) => !parties.some((party) => party.address === address));
  // If everything is paid out at once, milestones have no separate payments.
  const own = costs.milestones.length === summary.milestones.length ? costs.milestones : [];
  const milestones = summary.milestones.map(({ description: what, amount }, index) => {
    const toReceiver = own[index]?.receiver;
    return { description: what, ...(amount === NO_OWN_AMOUNT ? {} : { amount }), ...(toReceiver && { toReceiver }) };
  });
  const { rows, left } = shortRows(milestones, 'moreMilestones');
  const onlyPaid = parties.filter(isOnlyPaid);
  const paid = shortRows(onlyPaid, 'moreParties', MOST_PAYEES);
  return {
    summary: {
      title,
      description,
      engagementId,
      parties: parties.filter((party) => !isOnlyPaid(party) || paid.rows.includes(party)),
      ...paid.left,
      milestones: rows,
      ...left,
      total,
      paidOut: sharesText(costs.total, costs.payees !== undefined),
      ...(costs.serviceAddress === undefined ? {} : { serviceAddress: costs.serviceAddress }),
      platformFeePercent,
      token,
      ...(receiverMemo === undefined ? {} : { receiverMemo }),
      feeXlm,
      ...(reasons && { reasons: reasons.map(reasonText) }),
      ...(summary.warnings && { warnings: shortTexts(summary.warnings) }),
    },
    judgement: {
      stops: stopLines(blockers, named),
      warnings: warningLines(warnings, named, factText).map(shortAddresses),
      facts: [
        ...warningLines(
          facts.filter(({ code }) => code !== 'FIRST_TIME_ADDRESSES'),
          named,
          factText,
        ).map(shortAddresses),
        ...(others.length === 0
          ? []
          : [named(warningText({ code: 'FIRST_TIME_ADDRESSES', params: { addresses: others } }))]),
      ],
    },
  };
}

/** Names for the sentences of a result that shows each whole address next to its name. */
export const namesIn = ({ names = [] }: Pick<Prepared, 'names'>): Naming =>
  naming(
    names,
    names.map(({ address }) => address),
  );

type Party = PreparedView['summary']['parties'][number];

const RECEIVER = 'Receiver';
/** Where there are more than ten: each takes some 75 tokens. */
const MOST_PAYEES = 4;
const isOnlyPaid = ({ roles }: Party): boolean => roles === RECEIVER;

/** Of so many payees a few are named: the milestones say who is paid for each. */
const shortAddresses = (line: string): string => withFewAddresses(line, (left) => `and ${left} more`);

/** Each address once, with all its roles. */
function partiesOf(
  signer: string,
  roles: Prepared['summary']['roles'],
  firstTime: readonly string[],
  names: NonNullable<Prepared['names']>,
  gets: ReadonlyMap<string, string>,
): Party[] {
  const held = new Map([[signer, 'Signer']]);
  for (const { label, address } of labelledRoles(roles)) {
    const before = held.get(address);
    held.set(address, before === undefined ? label : `${before}, ${label}`);
  }
  return [...held].map(([address, roles]) => {
    const named = names.find((each) => each.address === address);
    const own = gets.get(address);
    return {
      address,
      roles,
      ...(named && { name: nameText(named) }),
      ...(own && { gets: own }),
      ...(firstTime.includes(address) ? { firstTimeHere: true } : {}),
    };
  });
}

/** Without addresses that the view already shows. */
function factText(fact: Fact): string {
  switch (fact.code) {
    case 'ADDRESS_CHANGED':
      return `The escrow’s address has changed. Pay nothing to the old one: ${fact.params.before}.`;
    case 'ONLY_RESOLVER_MOVES':
    case 'PLATFORM_CHANGES_TERMS':
      return warningText(fact).replace(`: ${fact.params.address}.`, '.');
    default:
      return warningText(fact);
  }
}

export function nextStep(
  { status, judgement: risk, signUrl, next }: Pick<Prepared, 'status' | 'judgement' | 'signUrl' | 'next'>,
  isXdrGiven: boolean,
): string {
  const isMoved = risk.warnings.some(({ code }) => code === 'ADDRESS_CHANGED');
  const isUntrusting = [...risk.warnings, ...risk.facts].some(({ code }) => code === 'TRUSTLINE_MISSING');
  const first = `${isMoved ? MOVED : ''}${isUntrusting ? UNTRUSTING : ''}`;
  if (status === 'to-confirm') return signUrl === undefined ? first + next : `${first}${next} ${WAIT}`;
  if (signUrl === undefined) return first + WITHOUT_PAGE;
  return `${first}Show the person the summary, what the judgement says, and signUrl: they read and sign there. ${WAIT}${isXdrGiven ? BY_HAND : ''}`;
}

const MOVED = 'Its address has changed: tell the person. ';
const UNTRUSTING =
  'Who lacks a trustline adds it themselves: step trustline, with that account as signer and this token, prepares it. ';
const WAIT = 'Then call get_escrow with the id and waitSeconds 30, again until it is settled.';
const BY_HAND = ' Or their wallet signs unsignedXdr before expiresAt, and submit_signed_xdr takes what it returns.';
const WITHOUT_PAGE =
  'No signing page can be opened here, so unsignedXdr is given: show the person the summary and what the judgement says; the signer’s wallet signs it before expiresAt, and submit_signed_xdr takes what it returns. After that time call prepare_step with the id.';
