/** Every reader of strangers' texts takes twice the time for twice the text, with any content. */
import { NOW, requestInput, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import { growsFaster } from '@countersign/testkit/fuzz/processor-time';
import { warmScanner } from '@countersign/testkit/fuzz/secret-target';
import { refusedOr } from '@countersign/testkit/fuzz/target';
import { UNITS } from '@countersign/testkit/fuzz/worst-cases';
import { sampled } from '@countersign/testkit/proof/share';
import { expect, test } from 'vitest';
import { textWarnings } from './actions/text-warnings.ts';
import { findXdr } from './envelope/find-xdr.ts';
import { readTransaction } from './envelope/read-transaction.ts';
import { parseDeployRequest } from './escrow/index.ts';
import { explainTransaction } from './explain/explain-transaction.ts';
import { refuseSecrets } from './secrets/secrets.ts';
import { parseExactJson } from './service/http/exact-json.ts';
import { cleanData, cleanLine, escapeInvisible, hiddenCharacters, revealParagraph } from './text/text.ts';
import { wrapped } from './text/text-layout.ts';

const SIZE = 64_000;
const CREDENTIALS = ['the-token-of-this-installation', 'the-key/of+this=installation'];
const escrow = (text: string) => ({ engagementId: text, title: text, description: text, milestones: [] });

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  refuseSecrets: (text) => refuseSecrets({ text }, warmScanner(CREDENTIALS)),
  'refuseSecrets, over fields': (text) => refuseSecrets(text.match(/.{1,1000}/gs) ?? [], warmScanner(CREDENTIALS)),
  redact: (text) => warmScanner(CREDENTIALS).redact(text),
  findXdr,
  explainTransaction: (text) => explainTransaction(text, sandbox, NOW),
  'readTransaction, as a service sent it': (text) => readTransaction(text, sandbox.passphrase),
  parseDeployRequest: (text) => parseDeployRequest(requestInput({ title: text, description: text }), sandbox),
  'parseDeployRequest, of numbers': (text) =>
    parseDeployRequest(requestInput({ platformFee: text, receiverMemo: text })),
  parseExactJson: (text) => parseExactJson(JSON.stringify([text, text])),
  cleanLine,
  revealParagraph,
  hiddenCharacters,
  cleanData: (text) => cleanData({ text }),
  escapeInvisible,
  wrapped: (text) => wrapped(text, 80, '  '),
  textWarnings: (text) => textWarnings(escrow(text)),
};

const MADE_OF: Readonly<Record<string, string>> = {
  ...UNITS,
  padding: '=',
  digits: '0',
  'decimal points': '0.',
  'letters that look alike': 'аa',
  brackets: '[',
  ampersands: '&',
  signs: '!)',
};

/** What follows a run decides whether an expression fails on it. */
const ENDS = ['', 'x', '\u0001'];
const CASES = Object.entries(READERS).flatMap(([reader, read]) =>
  Object.entries(MADE_OF).flatMap(([name, unit]) => ENDS.map((end) => ({ reader, read, name, unit, end }))),
);

test.for([...Map.groupBy(sampled(CASES), ({ reader }) => reader)])('%s takes linear time', ([, cases]) => {
  const slow = cases.flatMap(({ read, name, unit, end }) => {
    const make = (size: number) => unit.repeat(Math.floor(size / unit.length)) + end;
    const found = growsFaster((text) => refusedOr(() => read(text)), make, SIZE);
    return found === undefined ? [] : [`${name} and ${JSON.stringify(end)}: ${found}`];
  });
  expect(slow).toEqual([]);
});
