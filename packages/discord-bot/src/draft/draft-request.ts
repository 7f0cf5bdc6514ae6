/** Turns a draft into a deploy request, with its problems by section. */

import { createHash } from 'node:crypto';
import type { FieldProblem } from '@countersign/core/errors';
import { ROLE_NAMES, type RoleName } from '@countersign/core/escrow';
import { format } from '@countersign/core/text/message';
import { LANGUAGES, type Language } from '@countersign/core/words';
import { problemText } from '@countersign/core/words/problems';
import { namesOfDefaults } from '../server/defaults.ts';
import { type DraftFields, PART_NAMES, PARTS } from '../state/drafts.ts';
import type { Person } from '../state/state.ts';
import type { KnownWallet } from '../state/wallet-holders.ts';
import { knownWallet } from '../state/wallet-holders.ts';
import type { Task } from '../task.ts';
import { type Words, wordsOf } from '../words/index.ts';
import type { DefaultName, Defaults, Section } from '../words/keys.ts';

/** `line`: in what was typed in that section. `userId`: whom the problem is about. */
export type DraftProblem = {
  readonly section: Section | 'wallets';
  readonly field?: string;
  readonly problem: string;
  readonly userId?: string;
};

export type RequestOfDraft = {
  /** As it is written in a file. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly roles: Readonly<Partial<Record<RoleName, string>>>;
  readonly signer: string | undefined;
  /** The member who signs and pays; absent where an address was typed. */
  readonly payer: string | undefined;
  /** Who was chosen in Discord for a role, where no typed line counts more. */
  readonly chosen: Readonly<Partial<Record<RoleName, string>>>;
  /** Ids of those whose wallet is unproven. */
  readonly unproven: ReadonlySet<string>;
  readonly problems: readonly DraftProblem[];
  readonly token: string;
  readonly platformFee: string;
  /** What the server's settings filled in. */
  readonly fromServer: readonly DefaultName[];
  /**
   * A hash of this request, so that a button prepares exactly what its panel showed; then the positions of those without
   * a wallet, since theirs may come later.
   */
  readonly digest: string;
};

type WalletOf = (userId: string) => KnownWallet | undefined;

/** @param without positions of people whose wallets are left out, as they were when a panel was shown */
export async function checkDraft(
  task: Task,
  fields: DraftFields,
  without: readonly string[] = [],
): Promise<RequestOfDraft> {
  const { bot, desk, person, call, words } = task;
  const payees = readMilestones(fields.milestoneLines, words.draft).milestones.flatMap(
    ({ receiver = '' }) => mentioned(receiver) ?? [],
  );
  const typed = [...readPeople(fields.peopleLines, words.draft).typed.values()].flatMap(
    (value) => mentioned(value) ?? [],
  );
  const people = [...new Set([...Object.values(fields.people), ...typed, ...payees, person.userId])];
  const wallets = people.map(async (userId) => [userId, await knownWallet(bot, { ...person, userId })] as const);
  const saved = new Map(await Promise.all(wallets));
  const walletOf: WalletOf = (userId) =>
    without.includes(`${people.indexOf(userId)}`) ? undefined : saved.get(userId);
  const { defaults = {} } = await bot.state.servers.settingsOf(person.guildId);
  const [token] = desk.network.tokens;
  const draft = writeRequest(fields, person, walletOf, { defaults, token: token?.address ?? '', words });
  const { problems: known, request, lines, whoLacks } = draft;
  const hash = createHash('sha256')
    .update(JSON.stringify([request.input, whoLacks]))
    .digest('hex')
    .slice(0, 16);
  const digest = [hash, ...whoLacks.map((userId) => people.indexOf(userId))].join('.');
  const isKnown = ({ path }: FieldProblem) =>
    draft.withoutWallet.has(path) ||
    (path === 'milestones' && lines.length === 0 && known.some(({ section }) => section === 'deal'));
  const found = (await desk.check(request.input, call)).filter((problem) => !isKnown(problem));
  return { ...request, digest, problems: [...known, ...found.map((problem) => inItsSection(problem, lines, words))] };
}

function writeRequest(
  fields: DraftFields,
  { userId: own }: Person,
  walletOf: WalletOf,
  { defaults, token: usual, words }: { readonly defaults: Defaults; readonly token: string; readonly words: Words },
) {
  const { milestones, problems: ofLines } = readMilestones(fields.milestoneLines, words.draft);
  const { typed, problems: ofPeople } = readPeople(fields.peopleLines, words.draft);
  const chosen: Partial<Record<RoleName, string>> = {};
  for (const part of PART_NAMES) {
    const userId = fields.people[part];
    if (userId !== undefined) for (const role of PARTS[part]) if (!typed.has(role)) chosen[role] = userId;
  }
  for (const role of ROLE_NAMES) {
    const member = mentioned(typed.get(role) ?? '');
    if (member !== undefined) chosen[role] = member;
  }
  const roles: Partial<Record<RoleName, string>> = {};
  const unproven = new Set<string>();
  for (const role of ROLE_NAMES) {
    const userId = chosen[role];
    const wallet = userId === undefined ? undefined : walletOf(userId);
    const address = wallet?.address ?? (userId === undefined ? typed.get(role) : undefined);
    if (address !== undefined) roles[role] = address;
    if (userId !== undefined && wallet !== undefined && wallet.provenAt === undefined) unproven.add(userId);
  }
  const token = fields.token || (defaults.token ?? usual);
  const platformFee = fields.platformFee || (defaults.platformFee ?? '0');
  const left = namesOfDefaults(defaults).filter((name) =>
    name === 'token' || name === 'platformFee' ? fields[name] === '' : !typed.has(name) && chosen[name] === undefined,
  );
  for (const name of left) {
    const address = defaults[name];
    if (name !== 'token' && name !== 'platformFee' && address !== undefined) roles[name] = address;
  }
  // The contract names a platform. Without a fee it gets nothing: the client takes the role.
  const isClient =
    Number(platformFee) === 0 && roles.platformAddress === undefined && chosen.platformAddress === undefined;
  if (isClient && !typed.has('platformAddress') && roles.approver !== undefined) roles.platformAddress = roles.approver;
  const typedSigner = typed.get('signer');
  const payer = mentioned(typedSigner ?? '') ?? (typedSigner === undefined ? own : undefined);
  const signer = payer === undefined ? typedSigner : walletOf(payer)?.address;
  if (payer !== undefined && walletOf(payer)?.provenAt === undefined) unproven.add(payer);
  const lacking = Object.entries(chosen).filter(([role]) => roles[role as RoleName] === undefined);
  const withoutWallet = new Set(lacking.map(([role]) => `roles.${role === 'releaseSigner' ? 'release' : role}`));
  if (isClient && roles.approver === undefined) withoutWallet.add('roles.platformAddress');
  const whoLacks = new Set(lacking.map(([, userId]) => userId));
  if (signer === undefined) {
    withoutWallet.add('signer');
    whoLacks.add(payer ?? own);
  }
  const receiverOf = ({ receiver }: MilestoneLine, index: number) => {
    const userId = mentioned(receiver ?? '');
    if (receiver === undefined || userId === undefined) return receiver;
    const wallet = walletOf(userId);
    if (wallet === undefined) {
      withoutWallet.add(`milestones[${index}].receiver`);
      whoLacks.add(userId);
    } else if (wallet.provenAt === undefined) unproven.add(userId);
    return wallet?.address ?? '';
  };
  const input = {
    ...(signer === undefined ? {} : { signer }),
    ...(fields.kind === undefined ? {} : { kind: fields.kind }),
    engagementId: fields.engagementId,
    title: fields.title,
    description: fields.description,
    roles: rolesInFile(roles),
    platformFee,
    milestones: milestones.map((milestone, index) => {
      const { description, amount } = milestone;
      const receiver = receiverOf(milestone, index);
      return { description, amount, ...(receiver === undefined ? {} : { receiver }) };
    }),
    trustline: { address: token },
  };
  const problems: DraftProblem[] = [
    ...[...whoLacks].map((userId) => ({ section: 'wallets' as const, userId, problem: words.draft.hasNoWallet })),
    ...ofPeople.map((problem) => ofLine('more', problem, words)),
    ...ofLines.map((problem) => ofLine('deal', problem, words)),
  ];
  const lines = milestones.map(({ line }) => line);
  const request = { input, roles, signer, payer, chosen, unproven, token, platformFee, fromServer: left };
  return { request, problems, withoutWallet, whoLacks: [...whoLacks], lines };
}

/** A request calls the release signer `release`. */
export const rolesInFile = (roles: Readonly<Partial<Record<RoleName, string>>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(roles).map(([role, address]) => [role === 'releaseSigner' ? 'release' : role, address]),
  );

const ofLine = (section: Section, { line, problem }: LineProblem, { draft }: Words): DraftProblem => ({
  section,
  field: format(draft.lineNumber, { line }),
  problem,
});

/** The people of the first form. */
const ASKED_FIRST = ['worker', 'arbiter'] as const;

const fieldsIn = ({ draft, card }: Words): Readonly<Record<string, readonly [Section, string]>> => ({
  title: ['deal', draft.title],
  description: ['deal', draft.description],
  engagementId: ['deal', draft.id],
  kind: ['more', draft.payment],
  signer: ['more', card.signer],
  milestones: ['deal', draft.milestones],
  platformFee: ['more', card.platformFee],
});

function inItsSection(found: FieldProblem, lines: readonly number[], words: Words): DraftProblem {
  const { path } = found;
  const { draft, core } = words;
  const problem = problemText(found.problem, words.language);
  const [, index, part] = /^milestones\[(\d+)\](?:\.(\w+))?$/.exec(path) ?? [];
  if (index !== undefined) {
    const named =
      part === 'amount'
        ? draft.lineAmount
        : part === 'receiver'
          ? draft.lineReceiver
          : part === undefined
            ? draft.lineNumber
            : draft.lineText;
    const field = format(named, { line: lines[Number(index)] ?? '?' });
    return { section: 'deal', field, problem };
  }
  const [, role] = /^roles\.(\w+)$/.exec(path) ?? [];
  if (role !== undefined) {
    const name = (role === 'release' ? 'releaseSigner' : role) as RoleName;
    const asked = ASKED_FIRST.find((part) => PARTS[part].some((each) => each === name));
    return asked !== undefined && found.problem.code === 'MISSING'
      ? { section: 'deal', field: draft.parts[asked].label, problem }
      : { section: 'more', field: core.ROLE_WORDS[name] ?? name, problem };
  }
  const [section, field] =
    fieldsIn(words)[path] ?? (path.startsWith('roles') ? ['more', draft.roles] : ['more', draft.token]);
  return { section, field, problem };
}

/** What people type line by line: milestones, and addresses of roles. Parsed by hand, so that each problem has its line. */
type LineProblem = { readonly line: number; readonly problem: string };

type Written = { readonly line: number; readonly text: string };

/** Without empty ones; the lines are counted from 1, as a person counts them. */
function writtenLines(text: string): Written[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((each, index) => ({ line: index + 1, text: each.trim() }))
    .filter((each) => each.text !== '');
}

type MilestoneLine = {
  readonly line: number;
  readonly amount: string;
  readonly description: string;
  /** A mention, a name or an address; absent where the escrow's receiver is paid. */
  readonly receiver?: string;
};

export const mentioned = (text: string): string | undefined => /^<@!?(\d{1,20})>$/.exec(text)?.[1];

/** `150 Sketches`, `150 USDC Sketches` and `Sketches: 150`, without a bar. A second number could be the amount as well. */
function withoutBar(text: string): Pick<MilestoneLine, 'amount' | 'description'> | undefined {
  const words = text.split(/\s+/);
  const isCode = (word: string | undefined) => /^[A-Z]{3,4}$/.test(word ?? '');
  const first = isCode(words[1]) ? 2 : 1;
  const last = words.length - (isCode(words.at(-1)) ? 2 : 1);
  const readings = [
    [words.slice(0, first), words.slice(first)],
    [words.slice(last), words.slice(0, last)],
  ].map(([amount = [], rest = []]) => ({
    amount: amount.join(' '),
    description: rest.join(' ').replace(/^[-*•] | ?[:=–—-]$/g, ''),
  }));
  return readings.find(
    ({ amount, description }) => /\d/.test(amount) && /\p{Ll}/u.test(description) && !/\d/.test(description),
  );
}

/** `10.5 | Sketches` or `10.5 | Sketches | Ben`, one a line. A text with a bar in it ends with one. */
export function readMilestones(text: string, { noBar }: Words['draft']) {
  const milestones: MilestoneLine[] = [];
  const problems: LineProblem[] = [];
  for (const { line, text: written } of writtenLines(text)) {
    const [first, last] = [written.indexOf('|'), written.lastIndexOf('|')];
    const unbarred = first === -1 ? withoutBar(written) : undefined;
    const receiver = last === first ? '' : written.slice(last + 1).trim();
    const description = written.slice(first + 1, last === first ? undefined : last).trim();
    if (unbarred !== undefined) milestones.push({ line, ...unbarred });
    else if (first === -1) problems.push({ line, problem: noBar });
    else {
      const amount = written.slice(0, first).trim();
      milestones.push({ line, amount, description, ...(receiver === '' ? {} : { receiver }) });
    }
  }
  return { milestones, problems };
}

const plain = (label: string): string => label.replaceAll(' ', '').toLowerCase();

/** As the roles are called, and the people who take them. What one wrote in one language is read in every other. */
function labelsIn(language: Language): (readonly [string, readonly (RoleName | 'signer')[]])[] {
  const { core, draft } = wordsOf(language);
  return [
    ...ROLE_NAMES.map((role) => [plain(core.ROLE_WORDS[role]), [role]] as const),
    ...PART_NAMES.map((part) => [plain(draft.partLabels[part]), PARTS[part]] as const),
    [plain(draft.partLabels.signer), ['signer']] as const,
  ];
}

/** Keys of a line, lower case without spaces, and what they set. */
const LABELS: ReadonlyMap<string, readonly (RoleName | 'signer')[]> = new Map<string, readonly (RoleName | 'signer')[]>(
  [
    ...LANGUAGES.flatMap(labelsIn),
    ['provider', ['serviceProvider']],
    ['platformaddress', ['platformAddress']],
    ['release', ['releaseSigner']],
  ],
);

/** `receiver: G…`, one a line. A later line counts more than an earlier one. */
function readPeople(text: string, { noRole }: Words['draft']) {
  const typed = new Map<RoleName | 'signer', string>();
  const problems: LineProblem[] = [];
  for (const { line, text: written } of writtenLines(text)) {
    const at = written.indexOf(':');
    const roles = LABELS.get(plain(written.slice(0, Math.max(at, 0))));
    const value = written.slice(at + 1).trim();
    if (roles === undefined || value === '') problems.push({ line, problem: noRole });
    else for (const role of roles) typed.set(role, value);
  }
  return { typed, problems };
}
