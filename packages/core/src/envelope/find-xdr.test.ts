import { buildDeploy, request, sandbox, sign, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import { REFUSED, WRAPPED } from '@countersign/testkit/fixtures/pasted-cases';
import { growsFaster } from '@countersign/testkit/fuzz/processor-time';
import { xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { CountersignError, errorName } from '../errors/errors.ts';
import { findXdr, lookAtPasted } from './find-xdr.ts';
import { MAX_ENVELOPE_BYTES, transactionHash } from './read-transaction.ts';

const signed = sign(buildDeploy(request({ engagementId: 'engagement-1x' })), [signerKey], (tx) =>
  transactionHash(tx, sandbox.passphrase),
);

test('the fixture has every character that an encoding could harm', () => {
  expect(signed).toMatch(/\+.*\/.*=$/);
});

function refusal(text: string): CountersignError {
  try {
    findXdr(text);
  } catch (error) {
    if (error instanceof CountersignError) return error;
    throw error;
  }
  throw new Error('a refusal was expected');
}

test.each(Object.entries(WRAPPED))('a transaction %s is found', (_, wrap) => {
  expect(findXdr(wrap(signed))).toBe(signed);
});

test.each(REFUSED)('refuses %s for what it is', (_, text, name, says = /./) => {
  const given = text(signed);
  const error = refusal(given);
  expect([errorName(error), error.message]).toEqual([name, expect.stringMatching(says)]);
  // What was pasted is not repeated.
  const words = given.match(/[0-9A-Za-z+/]{12,}/g) ?? [];
  for (const word of words.slice(0, 50)) expect(JSON.stringify(error.toView())).not.toContain(word.slice(0, 12));
});

test.each([
  ['{"error":"User declined\\u202e access"}', 'User declined access'],
  ['Error: Transaction rejected by the user', 'Error: Transaction rejected by the user'],
  ['El usuario rechazó la solicitud: solicitud rechazada', 'El usuario rechazó la solicitud: solicitud rechazada'],
])('shows the message of a wallet in %s, cleaned', (text, detail) => {
  expect(refusal(text)).toMatchObject({ reason: 'refusal', detail });
});

test.each(['I want to cancel this', 'my user name is Ana', `${'x '.repeat(300)}the user rejected this request`])(
  'does not treat %s as the refusal of a wallet',
  (text) => {
    expect(refusal(text).reason).toBeUndefined();
  },
);

test('does not take a long sentence without punctuation for base64', () => {
  const sentence = `I signed it ${'and my wallet shows that all went well '.repeat(4)}but where is the text`;
  expect(lookAtPasted(sentence)).toEqual({ instead: { kind: 'unreadable' } });
  expect(lookAtPasted(sentence.replaceAll(' ', ''))).toEqual({ instead: { kind: 'base64' } });
});

test('finds the largest transaction of the network, even wrapped, and refuses a larger one as too large', () => {
  const ofSize = (bytes: number) =>
    buildDeploy(request(), { escrow: xdr.ScVal.scvBytes(new Uint8Array(bytes).fill(7)) });
  // It is in the operation and in its authorisation: four bytes more of it are eight more in all.
  const least = Buffer.from(ofSize(0), 'base64').length;
  const most = Math.floor((MAX_ENVELOPE_BYTES - least) / 8) * 4;
  const largest = ofSize(most);
  expect(Buffer.from(largest, 'base64').length).toBeGreaterThan(MAX_ENVELOPE_BYTES - 8);
  expect(findXdr(largest)).toBe(largest);
  expect(findXdr(largest.replace(/.{64}/g, '$&\r\n'))).toBe(largest);
  const inHex = ofSize(45_000);
  expect(findXdr(Buffer.from(inHex, 'base64').toString('hex'))).toBe(inHex);
  expect(errorName(refusal(ofSize(most + 4)))).toBe('XDR_UNREADABLE (too-large)');
  expect(errorName(refusal(ofSize(most + 400)))).toBe('XDR_UNREADABLE (too-large)');
});

/** Each made the reader's time grow with the square of the text, or is the like of one that did. */
const COSTLY: Readonly<Record<string, (size: number) => string>> = {
  'hex, blanks, then something else': (size) => `00000002${'0'.repeat(100)}${' '.repeat(size)}x`,
  'hex, blanks and quotes, then something else': (size) => `00000002${'0'.repeat(100)}${' "'.repeat(size / 2)}x`,
  'hex to the end, then something else': (size) => `00000002${'0'.repeat(size)}x`,
  'padding, then something else': (size) => `${'='.repeat(size)}x`,
  'short base64 with padding between': (size) => 'A==='.repeat(size / 4),
  'blanks, then something else': (size) => `${' '.repeat(size)}x`,
  'brackets and dots, then something else': (size) => `${'x)'.repeat(size / 2)}x`,
  'a data URL without its data': (size) => `data:;base64,${' '.repeat(size)}!`,
  'base64 of base64, blanks, then something else': (size) => `QUFBQU${'A'.repeat(size / 2)}${' '.repeat(size / 2)}!`,
};

test.each(Object.entries(COSTLY))('reads %s in linear time', (_, make) => {
  expect(growsFaster((text) => refusal(text), make, 64_000)).toBeUndefined();
});
