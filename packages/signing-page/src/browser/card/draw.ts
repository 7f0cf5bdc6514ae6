/** Draws the card. Texts of strangers are text nodes, here and nowhere else. */

import type { PaymentTerms } from '@countersign/core/actions';
import type { RoleName } from '@countersign/core/escrow';
import { type Fields, isObject } from '@countersign/core/text/fields';
import { format } from '@countersign/core/text/message';
import { type KnownName, type Naming, NO_OWN_AMOUNT, naming } from '@countersign/core/words';
import type { PageView } from '../../page-view.ts';
import { type AnySummary, isEscrow, isPayment, isStep, isTrustline } from '../transaction/summaries.ts';
import { isOpen, isWholeEscrow, lifeText, type Shown } from './reading.ts';
import type { Speech } from './words.ts';

type Child = Node | string | undefined;

export function el(tag: string, className: string, ...children: readonly Child[]): HTMLElement {
  const made = document.createElement(tag);
  if (className !== '') made.className = className;
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** A text that somebody wrote, which may run in another direction. */
const quoted = (text: string): HTMLElement => el('bdi', 'written', text);
/** In groups of four by style alone, so that copying gives the address. */
const address = (text: string): HTMLElement =>
  el('code', 'address', ...(text.match(/.{1,4}/gu) ?? []).map((group) => el('span', '', group)));

const section = (title: string, ...children: readonly Child[]): HTMLElement =>
  el('section', '', el('h2', '', title), ...children);
const list = (className: string, lines: readonly (string | Node)[]): HTMLElement =>
  el('ul', className, ...lines.map((line) => el('li', '', typeof line === 'string' ? quoted(line) : line)));
/** Rows of a name and a value; those without a value are left out. */
const rows = (...pairs: readonly (readonly [string, string | Node | undefined])[]): HTMLElement =>
  el(
    'dl',
    '',
    ...pairs.flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [el('div', '', el('dt', '', name), el('dd', '', value))],
    ),
  );

export function drawBody(shown: Shown, speech: Speech): readonly Node[] {
  const { altered, data, summary, isCompared, result } = shown;
  const { own } = speech;
  if (altered.length > 0) return drawAltered(shown, speech);
  if (data === undefined) return [el('h1', '', 'Countersign'), el('p', '', own.missing)];
  const { error } = result;
  if (isObject(error)) return [el('h1', '', own.refused), el('p', '', `${error['message']} ${error['remedy']}`)];
  const { view, texts: { [speech.language]: texts } = {} } = data;
  // The state on the ledger says more than the transaction that made it.
  if (isWholeEscrow(result) && (view === undefined || !isOpen(shown))) return drawEscrow(result, speech);
  if (view === undefined || texts === undefined || summary === undefined) {
    return [el('h1', '', 'Countersign'), el('p', '', own.hidden)];
  }
  const people = peopleOf(summary, speech);
  const { names = [] } = view;
  const named = naming(names, people.keys());
  const facts = texts.facts.map(named);
  return [
    el('h1', '', quoted(headline(summary, speech, named))),
    ...('title' in summary && !isStep(summary) ? [el('p', '', quoted(summary.title ?? ''))] : []),
    ...riskSection('stops', own.stops, texts.stops.map(named)),
    ...drawSummary(summary, speech, named),
    drawPeople(people, names, speech),
    ...riskSection('warnings', own.warnings, [...texts.warnings, ...warningsOf(summary)].map(named)),
    ...riskSection('warnings', own.partly, texts.reasons),
    el('p', 'read', isCompared ? own.read : own.held),
    ...(facts.length === 0 ? [] : [el('details', '', el('summary', '', own.facts), list('', facts))]),
    drawDetails(view, summary, speech),
  ];
}

function drawAltered({ altered }: Shown, { own }: Speech): readonly Node[] {
  return [
    el('h1', '', own.altered),
    el('p', '', own.alteredLead),
    list(
      'altered',
      altered.map((field) => format(own.field, { name: field }).slice(0, LONGEST)),
    ),
  ];
}

const LONGEST = 300;

const riskSection = (className: string, title: string, lines: readonly string[]): readonly Node[] =>
  lines.length === 0 ? [] : [el('section', className, el('h2', '', title), list('', lines))];

const warningsOf = (summary: AnySummary): readonly string[] => summary.warnings ?? [];
const unitOf = ({ token }: AnySummary): string => token.code ?? token.address;

function headline(summary: AnySummary, { core }: Speech, { nameOf }: Naming): string {
  const { actions } = core;
  const called = (receivers: readonly string[]) => receivers.flatMap((each) => nameOf?.(each) ?? []).join(', ');
  const unit = unitOf(summary);
  if (isTrustline(summary)) return actions.trust.headline(summary.token.code);
  if (isPayment(summary))
    return actions.fund.headline(`${summary.amount} ${unit}`, called(summary.terms?.receivers ?? []));
  if (isEscrow(summary)) {
    const { roles, signer } = summary;
    const others = [roles.approver, ...roles.receiver.split(', ')].filter((each) => each !== signer);
    return actions.deploy.headline(`${summary.total} ${unit}`, called([...new Set(others)]));
  }
  return `${actions[summary.step].title}: ${summary.title}`;
}

function drawSummary(summary: AnySummary, speech: Speech, named: Naming): readonly Node[] {
  const { own } = speech;
  const unit = unitOf(summary);
  if (isTrustline(summary)) {
    const { reserveXlm, feeXlm } = summary;
    return [
      el('p', '', summary.means),
      section(own.money, rows([own.reserve, `${reserveXlm} XLM`], [own.networkFee, `${feeXlm} XLM`])),
    ];
  }
  if (isPayment(summary)) {
    const { terms, amount, feeXlm } = summary;
    return [
      ...(terms === undefined ? [] : [drawMilestones(terms.milestones, unit, speech)]),
      section(
        own.money,
        rows([own.amount, `${amount} ${unit}`], ...(terms === undefined ? [] : costRows(terms, unit, speech)), [
          own.networkFee,
          `${feeXlm} XLM`,
        ]),
      ),
    ];
  }
  if (isStep(summary)) return drawStep(summary, unit, speech, named);
  return [
    el('p', 'description', quoted(summary.description)),
    drawMilestones(
      summary.milestones.map((milestone, at) => ({ ...milestone, number: at + 1 })),
      unit,
      speech,
    ),
    section(
      own.money,
      rows(
        [own.total, `${summary.total} ${unit}`],
        ...costRows(summary, unit, speech),
        [own.networkFee, `${summary.feeXlm} XLM`],
        [own.memo, summary.receiverMemo],
        [own.reference, quoted(summary.engagementId)],
      ),
    ),
  ];
}

function costRows(
  { costs, platformFeePercent }: Pick<PaymentTerms, 'costs' | 'platformFeePercent'>,
  unit: string,
  { own }: Speech,
): readonly (readonly [string, string])[] {
  const { receiver, platform, service } = costs.total;
  return [
    [own.gets, `${receiver} ${unit}`],
    [format(own.platformGets, { percent: platformFeePercent }), `${platform} ${unit}`],
    [own.serviceGets, `${service} ${unit}`],
  ];
}

type Milestone = {
  readonly number: number;
  readonly description: string;
  readonly amount?: string | undefined;
  readonly receiver?: string | undefined;
  readonly state?: string | undefined;
};

function drawMilestones(milestones: readonly Milestone[], unit: string, { own }: Speech): HTMLElement {
  const items = milestones.map(({ number, description, amount, receiver, state }) => {
    const item = el(
      'li',
      '',
      quoted(description),
      amount === undefined || amount === NO_OWN_AMOUNT ? undefined : el('span', 'amount', `${amount} ${unit}`),
      state === undefined ? undefined : el('span', 'state', state),
      receiver === undefined ? undefined : el('div', 'soft', format(own.paidTo, { who: '' }), address(receiver)),
    ) as HTMLLIElement;
    item.value = number;
    return item;
  });
  return section(own.milestones, el('ol', 'milestones', ...items));
}

function drawStep(
  summary: Extract<AnySummary, { readonly step: string }>,
  unit: string,
  { own, core }: Speech,
  named: Naming,
): readonly Node[] {
  const pays = summary.pays.map(({ as, to, roles = [], amount }) => {
    const role = as === 'receiver' ? 'receiver' : as === 'platform' ? 'platformAddress' : roles[0];
    const whom = role === undefined ? '' : `${core.ROLE_WORDS[role]} `;
    return el('span', '', `${amount} ${unit} → ${whom}`, to === undefined ? own.nowhere : address(to));
  });
  const changes = summary.changes.map(({ what, before, after }) =>
    el(
      'div',
      '',
      el('b', '', what),
      el('div', 'soft', quoted(format(own.before, { text: before }))),
      el('div', '', quoted(format(own.after, { text: after }))),
    ),
  );
  return [
    ...(pays.length === 0 ? [] : [el('p', 'payout', quoted(named(core.payoutLine(summary, unit))))]),
    el('p', '', quoted(summary.does)),
    ...(pays.length === 0 ? [] : [section(own.paysOut, list('', pays))]),
    ...(changes.length === 0 ? [] : [section(own.changes, list('', changes))]),
    section(own.money, rows([own.left, `${summary.left} ${unit}`], [own.networkFee, `${summary.feeXlm} XLM`])),
    ...riskSection('', own.doesNot, summary.doesNot),
  ];
}

/** Each address once, with what it is here. */
function peopleOf(summary: AnySummary, { own, core }: Speech): ReadonlyMap<string, readonly string[]> {
  const people = new Map<string, string[]>();
  const add = (who: string, what: string) => people.set(who, [...(people.get(who) ?? []), what]);
  add(summary.signer, isPayment(summary) ? own.pays : own.signs);
  for (const [role, who] of Object.entries(rolesOf(summary))) {
    for (const each of who.split(', ')) if (each !== '') add(each, core.ROLE_WORDS[role as RoleName]);
  }
  if (isTrustline(summary)) add(summary.token.issuer, own.issuer);
  const { serviceAddress } = isEscrow(summary) ? summary.costs : { serviceAddress: undefined };
  if (serviceAddress !== undefined) add(serviceAddress, core.PARTY_WORDS.serviceFee);
  return people;
}

function drawPeople(people: ReturnType<typeof peopleOf>, names: readonly KnownName[], { own }: Speech): HTMLElement {
  const items = [...people].map(([who, roles]) => {
    const name = names.find((each) => each.address === who)?.name;
    return el('li', '', el('b', '', [...new Set(roles)].join(', ')), ...called(name), address(who));
  });
  return section(own.people, el('ul', 'people', ...items));
}

const called = (name: string | undefined): readonly Node[] => (name === undefined ? [] : [el('div', '', quoted(name))]);

function rolesOf(summary: AnySummary): Readonly<Partial<Record<RoleName, string>>> {
  if (isEscrow(summary)) return summary.roles;
  if (!isPayment(summary) || summary.terms === undefined) return {};
  return { ...summary.terms.roles, receiver: summary.terms.receivers.join(', ') };
}

function drawDetails(view: PageView, summary: AnySummary, { own, core }: Speech): HTMLElement {
  const network = core.NETWORK_WORDS[view.network.name];
  return el(
    'details',
    '',
    el('summary', '', own.details),
    rows(
      [own.network, `${network.name}: ${network.means}`],
      [own.escrow, isTrustline(summary) ? undefined : address(view.offer.contractId)],
      [own.token, address(summary.token.address)],
      [own.hash, address(view.offer.hash)],
    ),
  );
}

const textIn = (fields: Fields, name: string): string | undefined =>
  typeof fields[name] === 'string' ? fields[name] : undefined;

function drawEscrow(result: Fields, speech: Speech): readonly Node[] {
  const { own, core } = speech;
  const unit = textIn(result, 'asset') ?? '';
  const [held, needed] = [textIn(result, 'held'), textIn(result, 'needed')];
  const states: Readonly<Record<string, string>> = core.summaryWords.MILESTONE_STATE_WORDS;
  const roles = Object.entries(isObject(result['roles']) ? result['roles'] : {});
  const names = isObject(result['names']) ? result['names'] : {};
  const milestones = (result['milestones'] as readonly Fields[]).map((row, at) => ({
    number: typeof row['number'] === 'number' ? row['number'] : at + 1,
    description: textIn(row, 'description') ?? '',
    amount: textIn(row, 'amount'),
    receiver: textIn(row, 'receiver'),
    state: states[textIn(row, 'state') ?? ''],
  }));
  return [
    el('h1', '', quoted(textIn(result, 'title') ?? '')),
    el('p', 'description', quoted(textIn(result, 'description') ?? '')),
    rows(
      [
        own.money,
        held === undefined || needed === undefined
          ? undefined
          : format(own.holds, { held: `${held} ${unit}`, needed: `${needed} ${unit}` }),
      ],
      [own.escrow, lifeText(result, speech)],
    ),
    drawMilestones(milestones, unit, speech),
    section(
      own.people,
      rows(
        ...roles.map(
          ([role, who]) =>
            [
              core.ROLE_WORDS[role as RoleName] ?? role,
              el('div', '', ...called(textIn(names, role)), address(String(who))),
            ] as const,
        ),
      ),
    ),
    el('p', 'read', result['by'] === 'ledger' ? own.onLedger : own.byService),
    el(
      'details',
      '',
      el('summary', '', own.details),
      rows(
        [own.network, textIn(result, 'network')],
        [own.escrow, address(textIn(result, 'contractId') ?? '')],
        [own.token, address(textIn(result, 'token') ?? '')],
      ),
    ),
  ];
}
