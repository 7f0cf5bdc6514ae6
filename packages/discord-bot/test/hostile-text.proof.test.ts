/** Strangers' texts in Discord: whatever they say, a message is ours in every line, label, address and link. */
import type { EscrowView, Prepared } from '@countersign/core';
import { cleanLine, cleanParagraph, quotedReveal, revealLine, revealParagraph } from '@countersign/core/text';
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, startDiscord, textOf } from '@countersign/testkit/discord/discord';
import { readMarkdown } from '@countersign/testkit/discord/markdown-reading';
import { requestFile } from '@countersign/testkit/discord/request';
import { allParts, messageProblems, PART } from '@countersign/testkit/discord/rules';
import {
  endsOf,
  errorsOf,
  explanationsOf,
  preparedOf,
  replacingOf,
  settlementsOf,
  statusesOf,
} from '@countersign/testkit/fixtures/hostile-scenes';
import { ALL_HOSTILE, EVIL, HOSTILE } from '@countersign/testkit/fixtures/hostile-text';
import { unfit } from '@countersign/testkit/fixtures/text-properties';
import type { APIMessageTopLevelComponent } from 'discord.js';
import { expect, test } from 'vitest';
import { escrowMessage } from '../src/commands/escrow.ts';
import { explanationMessage } from '../src/commands/explain.ts';
import type { Message } from '../src/discord/answers.ts';
import { cardMessage } from '../src/views/card.ts';
import { errorMessage } from '../src/views/error-view.ts';
import { settlementMessage, statusMessage } from '../src/views/outcome.ts';
import { shortMessage } from '../src/views/short-card.ts';
import { stepMessage } from '../src/views/step.ts';
import { wordsOf } from '../src/words/index.ts';

const ENGLISH = wordsOf('en');

/** A new version of one whose page was opened already, before its person has confirmed that. */
function unconfirmedOf(text: string): Prepared {
  const { unsignedXdr: _, ...replacing } = replacingOf(text);
  const differences = replacing.replaces?.differences ?? [];
  const blockers = [{ code: 'REPLACES_OPENED' as const, params: { id: 'c'.repeat(32), differences } }];
  return { ...replacing, status: 'to-confirm', judgement: { key: 'key', stops: blockers, warnings: [], facts: [] } };
}

const WORD = 'Xylophone';
const TOKEN = `C${'A'.repeat(55)}`;

/** As the summary of a step and the view of an escrow clean such texts. */
function stepOf(text: string): Prepared<'approve'> {
  const prepared = preparedOf(WORD);
  const { network, networkPassphrase, signer, token, feeXlm, expiresAt } = prepared.summary;
  return {
    ...prepared,
    summary: {
      ...{ network, networkPassphrase, signer, token, feeXlm, expiresAt },
      escrow: prepared.contractId,
      title: revealLine(text),
      step: 'change-status',
      does: `Service provider: report milestone 1 of 3, ${quotedReveal(text, 100)}, 5 USDC.`,
      changes: [
        { what: 'Title', before: revealLine(text), after: revealLine(text) },
        { what: 'Milestone 1: evidence', before: 'none', after: revealParagraph(text) },
      ],
      pays: [{ as: 'share', to: signer, amount: '5' }],
      amount: '5',
      left: '5',
      leftFor: { amount: '5', milestones: [1] },
      doesNot: [],
      turn: [{ role: 'approver', address: signer, action: 'approve', milestone: 1 }],
      warnings: [],
    },
  };
}

function escrowOf(text: string): EscrowView {
  const { contractId, summary } = preparedOf(WORD);
  const milestone = { description: cleanLine(text), status: cleanLine(text), evidence: cleanParagraph(text) };
  return {
    status: 'not-prepared-here',
    by: 'ledger',
    network: 'sandbox',
    contractId,
    kind: 'multi',
    generation: 'B',
    engagementId: cleanLine(text),
    title: cleanLine(text),
    description: cleanParagraph(text),
    roles: summary.roles,
    platformFeePercent: '5',
    milestones: [milestone, { ...milestone, amount: '5', state: 'open' }],
    asset: 'USDC',
    token: summary.token.address,
    state: 'working',
    turn: [{ role: 'approver', address: TOKEN, action: 'approve', milestone: 1 }],
    message: 'You did not prepare this escrow here.',
    next: '',
  };
}

const PROOF = 'Hostile text';
const asIs = (text: string) => text;

/** Every message that may hold the text, by the kind of message. */
const VIEWS: Readonly<Record<string, (text: string) => Message[]>> = {
  card: (text) => [
    cardMessage(preparedOf(text), undefined, ENGLISH),
    shortMessage(preparedOf(text), undefined, ENGLISH),
    shortMessage(unconfirmedOf(text), undefined, ENGLISH),
    shortMessage(stepOf(text), undefined, ENGLISH),
    cardMessage(preparedOf(text.slice(0, 500), 10), 'A note.', ENGLISH),
    cardMessage(replacingOf(text), undefined, ENGLISH),
    cardMessage(unconfirmedOf(text), undefined, ENGLISH),
  ],
  settlement: (text) =>
    settlementsOf(text).map((settlement) => settlementMessage(settlement, 'a'.repeat(32), {}, ENGLISH)),
  status: (text) => [...statusesOf(text), ...endsOf(text)].map((status) => statusMessage(status, {}, ENGLISH)),
  step: (text) => [
    stepMessage(stepOf(text), undefined, ENGLISH),
    stepMessage({ ...stepOf(text), status: 'to-confirm' }, 'A note.', ENGLISH),
  ],
  escrow: (text) => [escrowMessage(escrowOf(text), undefined, ENGLISH), escrowMessage(escrowOf(text), TOKEN, ENGLISH)],
  error: (text) => errorsOf(text).map((error) => errorMessage(error, { redact: asIs, lineOf: () => 3 }, ENGLISH)),
  explanation: (text) => explanationsOf(text).map((each) => explanationMessage(each, ENGLISH)),
};

const textsOf = ({ components }: { components: readonly APIMessageTopLevelComponent[] }) =>
  allParts(components).flatMap((part) => (part.type === PART.TEXT ? [String(part['content'])] : []));
const linksOf = ({ components }: Message) =>
  allParts(components)
    .map((part) => part['url'])
    .filter(Boolean);

function problemsOf({ components, files = [] }: Message): string[] {
  const names = files.map(({ name }) => name);
  const attachments = names.map((filename, index) => ({ id: String(index), filename }));
  return messageProblems({ components, flags: 1 << 15, attachments }, names, 'create');
}

/** What a benign text of any length and any lines yields: the labels, the codes, and how a line of ours begins. */
function ownOf(view: (text: string) => Message[]) {
  const messages = [WORD, `${WORD}\n${WORD}`, `${WORD} `.repeat(200), `раy${WORD} ${EVIL.toLowerCase()}`].flatMap(
    (text) => view(text),
  );
  const readings = messages.flatMap(textsOf).map(readMarkdown);
  return {
    bold: new Set(readings.flatMap(({ bold }) => bold)),
    code: new Set(readings.flatMap(({ code }) => code)),
    links: new Set(messages.flatMap(linksOf)),
  };
}

/** A field that a request does not have is called as it was written, if that is a plain word. */
const fieldsCalled = (text: string) => (/^\w+$/.test(text) ? [text, `Milestone 2: ${text}`] : []);

test.each(Object.entries(VIEWS))('%s: nothing but our own marks, labels, codes and links', (kind, view) => {
  const own = ownOf(view);
  for (const { text } of HOSTILE) {
    for (const message of view(text)) {
      const about = JSON.stringify(text.slice(0, 60));
      expect(problemsOf(message), about).toEqual([]);
      for (const link of linksOf(message)) expect(own.links).toContain(link);
      for (const shown of textsOf(message)) {
        expect(unfit(shown), about).toEqual([]);
        const { foreign, bold, code, headings, links } = readMarkdown(shown);
        // Only evidence is linked, and opens what is read.
        const isRead = (link: string) => kind === 'escrow' && cleanLine(text).includes(link);
        for (const link of links) expect(isRead(link), `${about} links ${link}`).toBe(true);
        expect(foreign, `${about} in ${shown}`).toEqual([]);
        for (const label of bold)
          expect([...own.bold, ...amounts(label), ...fieldsCalled(text)], about).toContain(label);
        for (const copied of code) expect([...own.code, ...hashes(message)], about).toContain(copied);
        expect(headings).toBeLessThanOrEqual(1);
      }
    }
  }
});

/** A transaction with another text in it has another hash, which we computed. */
const hashes = ({ components }: Message) =>
  allParts(components).flatMap(
    (part) => /^\*\*Transaction\*\* `([0-9a-f]{64})`$/m.exec(String(part['content']))?.[1] ?? [],
  );

/** Paths of a list are bold too, and name places of a request, cleaned to letters. */
const amounts = (label: string) => (/^[\w[\].… ()]*$/.test(label) ? [label] : []);

test('every line of a card begins with our label, or is a quotation', () => {
  const frames = (text: string) => {
    const prepared = preparedOf(text);
    const shown = textsOf(cardMessage(prepared, undefined, ENGLISH)).join('\n');
    return shown.replace(prepared.transactionHash, 'the hash').split('\n');
  };
  const ours = frames(WORD).map((line) => line.split(WORD)[0] as string);
  for (const { text } of HOSTILE) {
    const lines = frames(text).filter((line) => !line.startsWith('> '));
    let at = 0;
    for (const line of lines) {
      // In the order of a benign card; a note on the texts or on their cut may stand between.
      const next = ours.findIndex((frame, index) => index >= at && line.startsWith(frame.trimEnd()));
      if (next === -1)
        expect(line).toMatch(
          /^(?:\*\*Check these texts carefully\*\*$|- (?:engagementId|title|description|milestones|and)|Parts marked “…” or “more” are cut\.)/,
        );
      else at = next + 1;
    }
    expect(at).toBe(ours.length);
  }
});

/** With parts that are cut, so that a file has them. */
const cutCards = (text: string) => [
  cardMessage(preparedOf(`${'x '.repeat(1_000)}${text}`, 10), undefined, ENGLISH),
  cardMessage({ ...unconfirmedOf(text), summary: preparedOf('x '.repeat(1_000), 10).summary }, undefined, ENGLISH),
];
const fileTexts = ({ files = [] }: Message) =>
  files.filter(({ name }) => name !== 'unsigned.xdr.txt').map(({ text = '' }) => text);

test('in files of a card and of an explanation a stranger’s line is set in, or follows our label', () => {
  const own = new Set(cutCards(WORD).flatMap(fileTexts).join('\n').split('\n'));
  for (const { text } of HOSTILE.filter(({ family }) => ['fake fields', 'terminal', 'bidi marks'].includes(family))) {
    const explained = explanationsOf(text);
    const cut = [
      ...cutCards(text),
      ...explained.map((each) =>
        explanationMessage(
          { ...each, lines: [...each.lines, { label: 'Filler', value: 'y '.repeat(5_000) }] },
          ENGLISH,
        ),
      ),
    ];
    for (const message of cut) {
      expect(fileTexts(message)).toHaveLength(1);
      for (const text of fileTexts(message)) {
        expect(unfit(text)).toEqual([]);
        for (const line of text.split('\n').slice(1)) {
          if (!own.has(line)) expect(line).toMatch(/^$|^ {2}|^! |^- |^\d+\. |^[A-Z][A-Za-z’ ]{1,28}(?: \d+)?:(?: |$)/);
          expect(line).not.toMatch(new RegExp(`^(?:Receiver|Total|Escrow address|Signer): .*(?:${EVIL}|GEVIL)`));
        }
      }
    }
  }
});

test('through a real bot: files, their names, options and people’s own names', async ({ task }) => {
  const discord = await startDiscord();
  // Hundreds of people ask one after the other; no limit is what is looked at here.
  const unlimited = { ESCROW_RATE_LIMIT: '1000', DISCORD_SERVER_RATE_LIMIT: '1000' };
  await startTestBot(discord, { ...(await startWorld()), ...unlimited });
  const benign = new Set<string>();
  const look = async (name: string, options: Parameters<typeof discord.command>[2], text: string) => {
    const message = await answered(discord.command(discord.person({ name: text.slice(0, 32) }), name, options));
    for (const each of textOf(message).split('\n')) {
      const { foreign, links } = readMarkdown(each);
      expect([...foreign, ...links], JSON.stringify(text.slice(0, 60))).toEqual([]);
      expect(unfit(each)).toEqual([]);
    }
    for (const { name: file } of message.files) benign.add(file);
    return message;
  };
  for (const [index, { text }] of HOSTILE.entries()) {
    const option = text.slice(0, 6_000).toWellFormed();
    const [name, given] = (
      [
        ['deploy', { file: requestFile({ title: option, description: option, engagementId: `E${index}` }).file }],
        ['deploy', { file: `title: ${option}\n${option}: x\n` }],
        ['submit', { id: option }],
        ['submit', { xdr: option }],
        ['explain', { xdr: option }],
        ['list', { escrow: option }],
        ['wallet', { address: option }],
        ['list', { escrow: option }],
        ['deploy', { from: option }],
      ] as const
    )[index % 9] as readonly [string, Record<string, string>];
    const options = 'file' in given ? { file: { file: given['file'] as string, name: option } } : given;
    const message = await look(name, options, option);
    // An address that somebody gives as their own is shown as that.
    if (name !== 'wallet') expect(readMarkdown(textOf(message)).code).not.toContain(EVIL);
  }
  expect([...benign].sort()).toEqual(['unsigned.xdr.txt']);
  task.meta.figures = {
    proof: PROOF,
    rows: {
      'Discord: kinds of message, each with every text': Object.keys(VIEWS).length,
      'Discord: commands to a running bot': ALL_HOSTILE.length,
    },
  };
});
