import type { Balances } from '@countersign/core';
import { CountersignError, toCountersignError } from '@countersign/core/errors';
import { addAmounts, addressProblem } from '@countersign/core/escrow';
import { format, pluralForm } from '@countersign/core/text/message';
import { problemText } from '@countersign/core/words/problems';
import type { APIComponentInContainer } from 'discord.js';
import type { Message } from '../discord/answers.ts';
import type { Command } from '../discord/interaction.ts';
import { escrowMeant, isId, isLikeAddress, MOST_TITLES, type Title, titlesOf } from '../inputs/titles.ts';
import type { Cost, CostFacts, Reply, Task } from '../task.ts';
import { code, line, relativeTime } from '../views/markdown.ts';
import { container, file, fits, notice, RULE, text } from '../views/parts.ts';
import type { Words } from '../words/index.ts';

/** Of one reading: what the ledger and the service are asked for at once. */
const AT_ONCE = 20;
const MOST = 200;

export async function balance(task: Task, command: Command): Promise<Reply[]> {
  const isAll = command.chosen.has('all');
  const titles = await titlesOf(task.desk, '', MOST_TITLES, await task.bot.state.wallet(task.person));
  const theirs = titles.filter(({ isShared, isParty }) => isParty === true || isShared !== true);
  const wanted = isAll ? settled(theirs) : await named(task, command);
  const addresses = wanted.filter((address) => addressProblem(address, ['contract']) === undefined);
  const { balances: own } = task.words;
  if (wanted.length === 0) return [{ message: notice(own.heading, isAll ? own.noneSettled : own.nothingNamed) }];
  if (wanted.length > MOST) throw invalid(format(own.tooMany, { count: wanted.length, most: MOST }), task.words);
  const bad = wanted.filter((address) => !addresses.includes(address));
  if (addresses.length === 0) {
    throw new CountersignError('INPUT_INVALID', {
      fields: bad.slice(0, AT_ONCE).map((address) => ({ path: 'escrow', problem: problemOf(address, task.words) })),
      language: task.words.language,
    });
  }
  const read = await readAll(task, addresses);
  const byAddress = new Map<string, BalanceEntry>(read.balances.map((entry) => [entry.address, entry]));
  const balances = wanted.map(
    (address) =>
      byAddress.get(address) ?? { address, error: format(own.itIs, { problem: problemOf(address, task.words) }) },
  );
  return [{ message: balancesMessage({ ...read, balances }, titles, isAll, task.words) }];
}

/** Balances of other escrows may come from the service, 20 per request. */
export async function balanceCost(command: Command, { countCards, mostBalanceRequests }: CostFacts): Promise<Cost> {
  const isAll = command.chosen.has('all');
  const cards = isAll ? await countCards() : 0;
  // Others may have prepared more of them.
  const count = isAll ? AT_ONCE : wordsIn(command).length;
  return { requests: mostBalanceRequests(Math.min(count, MOST)), cards };
}

const settled = (titles: readonly Title[]): string[] => [
  ...new Set(
    titles.flatMap(({ status, contractId }) => (status === 'settled' && contractId !== undefined ? [contractId] : [])),
  ),
];

/** The value of `escrow:`: addresses and ids, or one title. */
async function named(task: Task, command: Command): Promise<string[]> {
  const { desk, call } = task;
  const words = wordsIn(command);
  const text = (command.texts.get('escrow') ?? '').trim();
  const addressOf = async (word: string) => {
    const meant = await escrowMeant(task, word);
    return 'id' in meant ? ((await desk.status(meant.id, call)).contractId ?? word) : meant.contractId;
  };
  const isTitle = words.length > 0 && !words.some((word) => isLikeAddress(word) || isId(word));
  if (isTitle) return [await addressOf(text)];
  const all: string[] = [];
  for (const word of words) all.push(isId(word) ? await addressOf(word) : word);
  return [...new Set(all)];
}

function wordsIn({ texts }: Command): string[] {
  return (texts.get('escrow') ?? '').split(/[\s,;]+/).filter((address) => address !== '');
}

/** If some were read, lists what could not be read separately. */
async function readAll(task: Task, addresses: readonly string[]): Promise<Balances> {
  let read: Balances | undefined;
  for (let at = 0; at < addresses.length; at += AT_ONCE) {
    const part = addresses.slice(at, at + AT_ONCE);
    const next = await readSome(task, part).catch((thrown) => {
      if (read === undefined) throw thrown;
      const error = format(task.words.balances.notReadSince, {
        message: task.words.core.errorWords(toCountersignError(thrown)).message,
      });
      return { ...read, balances: part.map((address) => ({ address, error })) };
    });
    read = { ...next, ...(read ?? {}), balances: [...(read?.balances ?? []), ...next.balances] };
    const count = at + part.length;
    if (count < addresses.length) await showProgress(task, count, addresses.length);
  }
  return read as Balances;
}

async function readSome({ bot, desk, person, call, words }: Task, addresses: readonly string[]): Promise<Balances> {
  const signer = (await bot.state.wallet(person))?.address;
  try {
    return await desk.balances({ addresses, ...(signer === undefined ? {} : { signer }) }, call);
  } catch (thrown) {
    throw signer === undefined && isAboutSigner(thrown) ? walletFirst(words) : thrown;
  }
}

async function showProgress({ bot, interaction, words }: Task, count: number, all: number): Promise<void> {
  const { heading, progress } = words.balances;
  await bot.answers.show(interaction, notice(heading, format(progress, { count, all })));
}

function problemOf(address: string, { balances, language }: Words): string {
  const problem = addressProblem(address, ['contract']);
  return problem === undefined ? balances.wasNotRead : problemText(problem, language);
}

const invalid = (problem: string, { language }: Words) =>
  new CountersignError('INPUT_INVALID', { fields: [{ path: 'escrow', problem }], language });

/** The service needs to know who asks: the configured account, or else the person. */
const walletFirst = ({ balances, language }: Words) =>
  new CountersignError('INPUT_INVALID', { message: balances.whoAsks, remedy: balances.saveWallet, language });

function isAboutSigner(thrown: unknown): boolean {
  return toCountersignError(thrown).fields?.every(({ path }) => path === 'signer') ?? false;
}

type BalanceEntry = Balances['balances'][number];

const BALANCES_FILE = 'balances.txt';

/** @param titles what this person knows by a title. @param isTotalled a sum of each token as well */
export function balancesMessage(read: Balances, titles: readonly Title[], isTotalled: boolean, words: Words): Message {
  const { balances: own } = words;
  const { balances, network, asOf, ledger } = read;
  const named = new Map(titles.map(({ contractId = '', title }) => [contractId, title]));
  const lines = balances.map((entry) => entryLine(entry, named.get(entry.address), words));
  const whose = ledger === undefined ? '' : `. ${format(own.ledgerAt, { host: line(ledger, 100) })}`;
  const parts = (shown: number): APIComponentInContainer[] => [
    text(`### ${own.heading}`),
    ...(isTotalled ? [text(totalLines(balances, words).join('\n'))] : []),
    ...(shown === 0 ? [] : [text(lines.slice(0, shown).join('\n'))]),
    ...(shown === lines.length
      ? []
      : [text(`-# ${format(own.moreIn, { left: lines.length - shown, file: BALANCES_FILE })}`)]),
    RULE,
    text(`-# ${format(own.readAt, { network, when: relativeTime(asOf) })}${whose}`),
  ];
  if (fits(parts(lines.length))) return { components: container('plain', parts(lines.length)) };
  let shown = lines.length;
  while (shown > 0 && !fits(parts(shown))) shown -= 1;
  return {
    components: container('plain', [...parts(shown), file(BALANCES_FILE)]),
    files: [{ name: BALANCES_FILE, text: balances.map((entry) => plainLine(entry, named, own)).join('') }],
  };
}

function entryLine(entry: BalanceEntry, title: string | undefined, { balances: own, core }: Words): string {
  const named = title === undefined ? '' : ` · ${line(title, 100)}`;
  if (entry.balance === undefined || entry.by === undefined) {
    return `${code(entry.address)}${named} ${line(entry.error ?? own.notRead, LONGEST_REASON)}`;
  }
  return `**${line(amountText(entry, own), 100)}**${named} ${format(own.inEscrow, { address: code(entry.address) })}, ${core.SOURCE_WORDS[entry.by]}${remarks(entry, own)}`;
}

/** Twenty-five of them fit into a message. */
const LONGEST_REASON = 70;

/** "60.5 of 90.5 USDC": its balance, and what its terms have yet to pay out. */
function amountText({ balance = '', needed, asset }: BalanceEntry, { ofNeeded }: Words['balances']): string {
  const held = needed === undefined || needed === '0' ? balance : format(ofNeeded, { balance, needed });
  return `${held}${asset === undefined ? '' : ` ${asset}`}`;
}

function plainLine(entry: BalanceEntry, named: ReadonlyMap<string, string>, own: Words['balances']): string {
  const what = entry.balance === undefined ? (entry.error ?? own.notRead) : amountText(entry, own);
  const words = [what, named.get(entry.address) ?? '', entry.address].map((each) => each.replace(/\s+/g, ' '));
  return `${words.join('\t')}\n`;
}

/** Totals by known token; escrows that were not read are counted, not guessed. */
function totalLines(balances: readonly BalanceEntry[], { balances: own, language }: Words): string[] {
  const read = balances.filter(({ balance, asset }) => balance !== undefined && asset !== undefined);
  const byAsset = Map.groupBy(read, ({ asset }) => asset as string);
  const left = balances.length - read.length;
  return [
    ...[...byAsset].map(([asset, entries]) => {
      const needed = addAmounts(entries.map((entry) => entry.needed ?? '0'));
      const held = addAmounts(entries.map(({ balance = '0' }) => balance));
      const amount = line(amountText({ address: '', balance: held, needed, asset }, own), 160);
      const count = entries.length;
      return format(own.inAll[pluralForm(language, count)], { amount, count });
    }),
    ...(left === 0 ? [] : [format(own.notCounted, { left })]),
  ];
}

function remarks({ over, archived }: BalanceEntry, own: Words['balances']): string {
  return [
    over === undefined ? '' : format(own.over, { amount: line(over, 60) }),
    archived === undefined ? '' : own.archived,
  ].join('');
}
