/**
 * Draws the card: the page's sentences first, made by the page's own modules; what needs room is folded. Texts of
 * strangers are text nodes, here and nowhere else.
 */
import { type Fields, isObject } from '@countersign/core/text/fields';
import { format } from '@countersign/core/text/message';
import { NO_OWN_AMOUNT } from '@countersign/core/words';
import type { PageView } from '../../page-view.ts';
import { headlineOf, sentencesOf } from '../deal/headline.ts';
import { type Person, payeeText, peopleOf, withPeople } from '../deal/people.ts';
import { amountText, sumText } from '../parts/texts.ts';
import { titleOf, unitOf } from '../state/state-text.ts';
import { type AnySummary, isEscrow, isPayment, isStep, isTrustline } from '../transaction/summaries.ts';
import { core, language, networkText, words } from '../words/words.ts';
import { isOpen, isWholeEscrow, lifeText, planIn, type Shown, statusOf } from './reading.ts';
import type { CardWords } from './words.ts';

type Child = Node | string | undefined;

export function el(tag: string, className: string, ...children: readonly Child[]): HTMLElement {
  const made = document.createElement(tag);
  if (className !== '') made.className = className;
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** In groups of four by style alone, so that copying gives the address. */
const code = (text: string): HTMLElement =>
  el('code', 'address', ...(text.match(/.{1,4}/gu) ?? []).map((group) => el('span', '', group)));

const ADDRESS = /\b([GC][A-Z2-7]{55})\b/;
/** A text that somebody may have written, which may run in another direction; addresses in it are whole and in groups. */
const quoted = (text: string): HTMLElement =>
  el('bdi', 'written', ...text.split(ADDRESS).map((part, at) => (at % 2 === 0 ? part : code(part))));

const list = (className: string, lines: readonly (string | Node)[]): HTMLElement =>
  el('ul', className, ...lines.map((line) => el('li', '', typeof line === 'string' ? quoted(line) : line)));
const section = (className: string, title: string, ...children: readonly Child[]): HTMLElement =>
  el('section', className, el('h2', '', title), ...children);
const folded = (title: string, ...children: readonly Child[]): HTMLElement =>
  el('details', '', el('summary', '', title), ...children);
const lines = (texts: readonly string[]): readonly Node[] => texts.map((text) => el('p', '', quoted(text)));
const block = (className: string, title: string, texts: readonly string[]): readonly Node[] =>
  texts.length === 0 ? [] : [section(className, title, list('', texts))];

/** Rows of a name and a value; those without a value are left out. */
const rows = (...pairs: readonly (readonly [string, string | Node | undefined])[]): HTMLElement =>
  el(
    'dl',
    '',
    ...pairs.flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [el('div', '', el('dt', '', name), el('dd', '', value))],
    ),
  );

/** "Sandbox: simulated, worth nothing": above everything else. Empty while nothing may be shown. */
export function networkLine({ altered, data, result }: Shown): string {
  const name = data?.view?.network.name ?? result['network'];
  return altered.length === 0 && Object.keys(core.NETWORK_WORDS).includes(String(name))
    ? networkText(name as keyof typeof core.NETWORK_WORDS)
    : '';
}

export function drawBody(shown: Shown, own: CardWords): readonly Node[] {
  const { altered, data, summary, result } = shown;
  if (altered.length > 0) return drawAltered(shown, own);
  if (data === undefined) return [el('h1', '', 'Countersign'), el('p', '', own.missing)];
  const { error } = result;
  if (isObject(error)) return [el('h1', '', own.refused), el('p', '', `${error['message']} ${error['remedy']}`)];
  const { view, texts: { [language()]: texts } = {} } = data;
  const plan = planIn(result);
  if (plan !== undefined && view === undefined) {
    return [
      el('h1', '', quoted(textIn(result, 'title') ?? '')),
      list('', plan),
      ...lines([textIn(result, 'next') ?? '']),
    ];
  }
  // The state on the ledger says more than the transaction that made it.
  if (isWholeEscrow(result) && (view === undefined || !isOpen(shown))) return drawEscrow(result, own);
  if (view === undefined || texts === undefined || summary === undefined) {
    return [el('h1', '', 'Countersign'), el('p', '', own.hidden)];
  }
  return drawPrepared({ ...shown, view, texts, summary }, own);
}

const LONGEST = 300;

function drawAltered({ altered }: Shown, own: CardWords): readonly Node[] {
  const fields = altered.map((field) => format(own.field, { name: field }).slice(0, LONGEST));
  return [el('h1', '', own.altered), el('p', '', own.alteredLead), list('altered', fields)];
}

type Texts = NonNullable<NonNullable<Shown['data']>['texts']>['en'];
type Prepared = Shown & { readonly view: PageView; readonly texts: Texts; readonly summary: AnySummary };

/** In the order of the page: what it is, what speaks against it, what happens, and what that depends on. */
function drawPrepared(shown: Prepared, own: CardWords): readonly Node[] {
  const { view, texts, summary, isCompared, report, result } = shown;
  const { deal, status } = words();
  const { names = [] } = view;
  const people = peopleOf(summary, names, view.judgement, view.reader);
  const named = (texts: readonly string[]) => texts.map((text) => withPeople(text, people, false));
  const headline = headlineOf(summary, people);
  const state = statusOf(shown) as PageView['status']['status'];
  const isToSign = isOpen(shown) && state !== 'to-confirm';
  const sentences = isOpen(shown) ? sentencesOf(summary, people) : [];
  const title = 'title' in summary ? summary.title : undefined;
  return [
    ...(title === undefined ? [] : [el('p', 'soft', quoted(title))]),
    el('h1', '', isToSign ? quoted(headline) : titleOf(view.action, state)),
    ...(isToSign ? [] : [el('p', '', quoted(headline))]),
    ...block('stops', status.against, named(texts.stops)),
    ...lines(sentences),
    ...(texts.plan === undefined ? [] : lines([texts.plan])),
    // All that ends an escrow together; this is the next of it.
    list('plan', planIn(result) ?? []),
    ...(report === undefined || report === ''
      ? []
      : [section('', deal.report, el('p', 'description', quoted(report)))]),
    ...unproven(summary, people, sentences),
    ...block('warnings', deal.lookTwice, named([...texts.warnings, ...(summary.warnings ?? [])])),
    ...block('warnings', status.partly, texts.reasons),
    ...(isCompared ? [] : [el('p', 'soft', own.held)]),
    ...drawTerms(summary, people),
    folded(deal.people, el('ul', 'people', ...people.map(drawPerson))),
    folded(
      deal.details,
      isCompared && texts.reasons.length === 0 ? el('p', '', status.how) : undefined,
      list('', named(texts.facts)),
      drawDetails(view, summary),
    ),
  ];
}

/** Who is paid and has no name here, or is paid for the first time, with the whole address; unless a sentence has it. */
function unproven(summary: AnySummary, people: readonly Person[], sentences: readonly string[]): readonly Node[] {
  const paid = payeesOf(summary);
  const shown = people.filter(
    ({ address, isYou, isNew, named, demo }) =>
      paid.includes(address) &&
      !isYou &&
      (isNew || (named ?? demo) === undefined) &&
      !sentences.join().includes(address),
  );
  return shown.length === 0 ? [] : [el('ul', 'people', ...shown.map(drawPerson))];
}

function payeesOf(summary: AnySummary): readonly (string | undefined)[] {
  if (isStep(summary)) return summary.pays.flatMap(({ as, to }) => (as === 'service' ? [] : to));
  if (isEscrow(summary)) return summary.roles.receiver.split(', ');
  return isPayment(summary) ? (summary.terms?.receivers ?? []) : [];
}

function drawPerson({ address, isYou, isNew, named, demo, does }: Person): HTMLElement {
  const { youName, firstTime } = words().deal;
  const who = isYou ? youName : (named?.name ?? demo?.name);
  const what = [...does, ...(isNew ? [firstTime] : [])].join(', ');
  return el('li', '', quoted([who, what].filter(Boolean).join(': ')), code(address));
}

type Milestone = {
  readonly number: number;
  readonly description: string;
  readonly amount?: string | undefined;
  readonly receiver?: string | undefined;
  readonly state?: string | undefined;
};

function drawMilestones(milestones: readonly Milestone[], unit: string): HTMLElement {
  const items = milestones.map(({ number, description, amount, receiver, state }) => {
    const item = el(
      'li',
      '',
      quoted(description),
      amount === undefined || amount === NO_OWN_AMOUNT ? undefined : el('b', '', ` ${amountText(amount, unit)}`),
      state === undefined ? undefined : el('span', 'soft', ` ${state}`),
      receiver === undefined ? undefined : el('div', 'soft', quoted(format(words().deal.money.to, { whom: receiver }))),
    ) as HTMLLIElement;
    item.value = number;
    return item;
  });
  return el('ol', 'milestones', ...items);
}

/** Milestones, changes and payouts, to the last unit. */
function drawTerms(summary: AnySummary, people: readonly Person[]): readonly Node[] {
  const { deal } = words();
  const unit = unitOf(summary);
  if (isTrustline(summary)) return [];
  if (isStep(summary)) {
    const { pays, changes } = summary;
    const paid = pays.map((each) => `${payeeText(each, pays, people)}: ${amountText(each.amount, unit)}`);
    const changed = changes.map(({ what, before, after }) =>
      withPeople(format(deal.headline.change, { what, before, after }), people, false),
    );
    const all = [...changed, ...paid];
    return all.length === 0 ? [] : [folded(words().panel.fields['What it changes'], list('', all))];
  }
  const milestones = isEscrow(summary)
    ? summary.milestones.map((each, at) => ({ ...each, number: at + 1 }))
    : summary.terms?.milestones;
  if (milestones === undefined) return [];
  const description = isEscrow(summary) ? [el('p', 'description', quoted(summary.description))] : [];
  return [folded(`${deal.money.title} (${milestones.length})`, ...description, drawMilestones(milestones, unit))];
}

function drawDetails(view: PageView, summary: AnySummary): HTMLElement {
  const { deal, panel, status } = words();
  return rows(
    [deal.escrow, isTrustline(summary) ? undefined : code(view.offer.contractId)],
    [deal.token, code(summary.token.address)],
    [status.hash, code(view.offer.hash)],
    [deal.receiverMemo, isEscrow(summary) ? summary.receiverMemo : undefined],
    [panel.fields['Network fee'], format(deal.atMost, { fee: amountText(summary.feeXlm, 'XLM') })],
  );
}

const textIn = (fields: Fields, name: string): string | undefined =>
  typeof fields[name] === 'string' ? fields[name] : undefined;

function drawEscrow(result: Fields, own: CardWords): readonly Node[] {
  const { deal, escrows } = words();
  const unit = textIn(result, 'asset') ?? '';
  const [held, needed] = [textIn(result, 'held'), textIn(result, 'needed')];
  const money =
    held === undefined || needed === undefined
      ? []
      : [format(escrows.held, { held: sumText(held), needed: sumText(needed), unit }), ` ${escrows.heldLabel}`];
  const states: Readonly<Record<string, string>> = core.summaryWords.MILESTONE_STATE_WORDS;
  const parties = result['parties'] as readonly Fields[];
  const milestones = (result['milestones'] as readonly Fields[]).map((row, at) => ({
    number: typeof row['number'] === 'number' ? row['number'] : at + 1,
    description: textIn(row, 'description') ?? '',
    amount: textIn(row, 'amount'),
    receiver: textIn(row, 'receiver'),
    state: states[textIn(row, 'state') ?? ''],
  }));
  return [
    el('h1', '', quoted(textIn(result, 'title') ?? '')),
    ...lines([`${lifeText(result) ?? ''}.`, turnsIn(result).join(' ')]),
    el('p', '', ...money),
    drawMilestones(milestones, unit),
    el('p', 'soft', result['by'] === 'ledger' ? own.onLedger : own.byService),
    folded(
      deal.people,
      rows(
        ...parties.map((party) => {
          const roles = (textIn(party, 'roles') ?? '').split(', ');
          const titles = roles.map((role) => core.ROLE_WORDS[role as keyof typeof core.ROLE_WORDS] ?? role).join(', ');
          const name = textIn(party, 'name');
          return [name === undefined ? titles : `${name}: ${titles}`, code(textIn(party, 'address') ?? '')] as const;
        }),
      ),
    ),
    folded(
      deal.details,
      el('p', 'description', quoted(textIn(result, 'description') ?? '')),
      rows([deal.escrow, code(textIn(result, 'escrow') ?? '')]),
    ),
  ];
}

/** As a result has it. Whoever has a name has a role next to it. */
type TurnRow = { readonly who: string; readonly role?: string; readonly milestone?: number; readonly also?: number[] };
type Turn = Parameters<typeof core.turnText>[0];

function turnsIn({ turn }: Fields): readonly string[] {
  const known = (Array.isArray(turn) ? turn : []).filter(
    (each): each is TurnRow & { step: Turn['action'] } =>
      isObject(each) && Object.hasOwn(core.actions, String(each['step'])),
  );
  return known.map(({ who, role, step, milestone, also = [] }) => {
    const milestones = also.length === 0 ? {} : { milestones: [milestone ?? [], also].flat() };
    const by = role === undefined ? { role: who } : { role, name: who };
    return core.turnText({
      action: step,
      ...(milestone === undefined ? {} : { milestone }),
      ...milestones,
      ...by,
    } as Turn);
  });
}
