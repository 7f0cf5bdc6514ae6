import { buildDeploy, NOW, request, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import {
  addressValue,
  call,
  escrow,
  explain,
  explainIn,
  other,
  source,
  textOf,
  third,
  USDC,
  warned,
} from '@countersign/testkit/fixtures/explain-fixture';
import { BY_NAME, CASES } from '@countersign/testkit/fixtures/operation-cases';
import { foreignWords } from '@countersign/testkit/fixtures/spoken-texts';
import { decodeValue } from '@countersign/testkit/mutation/rust-codec';
import { Account, Asset, Keypair, MuxedAccount, Operation, xdr } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';
import { explainTransaction } from './explain-transaction.ts';

describe('every type of operation', () => {
  test.each(BY_NAME)('names %s, warns of %s at stake, and shows what it holds', (name, stakes, operation) => {
    const words = textOf(operation);
    expect(words.slice(0, name.length + 2)).toBe(`${name.charAt(0).toUpperCase()}${name.slice(1)}: `);
    const held = decodeValue('OperationBody', operation.body.toXdr('base64'));
    expect(JSON.parse(words.slice(name.length + 2, -1))).toEqual(held);
    const warnings = {
      money: [`Operation 1 is ${name}, which may take money from ${source}.`],
      trust: [`Operation 1 is ${name}: sign it for ${source} only if you know what it is for.`],
      nothing: [],
    };
    expect(warned(operation)).toEqual(warnings[stakes]);
  });

  const all = [...CASES.map(([, operation]) => operation), ...BY_NAME.map(([, , operation]) => operation)];

  test.each(all)('shows a Spanish reader of $body.type all that it shows in English', (operation) => {
    const [english, spanish] = [explain(operation), explainIn('es', operation)].map(({ heading, lines, warnings }) =>
      [heading, ...lines.map(({ label, value }) => `${label}: ${value}`), ...warnings.map(({ text }) => text)].join(
        '\n',
      ),
    ) as [string, string];
    expect(foreignWords(spanish)).toEqual([]);
    const decisive = /\b[A-Z2-7]{56,69}\b|\b[0-9a-f]{64}\b|(?<![\w.])\d+(?:\.\d+)?(?![\w.])/g;
    expect(spanish.match(decisive)?.sort()).toEqual(english.match(decisive)?.sort());
  });

  test('none is left out', () => {
    const types = [...Array(27).keys()].map((type) => xdr.OperationType.fromXdr(Uint8Array.of(0, 0, 0, type)).name);
    expect([...new Set(all.map(({ body }) => body.type))].sort()).toEqual(types.sort());
  });
});

test('does not warn when an account pays itself, under any number', () => {
  const self = (destination: string) => Operation.payment({ destination, asset: USDC, amount: '1' });
  expect(warned(self(source))).toEqual([]);
  expect(warned(self(new MuxedAccount(new Account(source, '0'), '77').accountId()))).toEqual([]);
});

test.each(['USDC', 'usdc', 'XLM'])('warns of a %s that is not the known one, with its issuer', (code) => {
  const pay = Operation.payment({ destination: other, asset: new Asset(code, third), amount: '1' });
  expect(warned(pay).join('\n')).toMatch(new RegExp(`names a .*${third}`));
});

test('shows a code of odd bytes as bytes', () => {
  const asset = xdr.Asset.assetTypeCreditAlphanum4(
    new xdr.AlphaNum4({
      assetCode: Uint8Array.of(0x55, 0x53, 0x22, 0x0a),
      issuer: Keypair.fromPublicKey(third).xdrPublicKey(),
    }),
  );
  const pay = new xdr.Operation({
    sourceAccount: null,
    body: xdr.OperationBody.payment(
      new xdr.PaymentOp({ destination: Keypair.fromPublicKey(other).xdrMuxedAccount(), asset, amount: 1n }),
    ),
  });
  const { lines } = explainTransaction(buildDeploy(request(), { operations: [pay] }), sandbox, NOW);
  expect(lines[0]?.value).toContain('(an asset code of the bytes 5553220a)');
});

test('a long list is cut, with a count, and no address is', () => {
  const list = xdr.ScVal.scvVec(Array.from({ length: 2_000 }, () => addressValue(third)));
  const words = textOf(call(escrow, 'odd', [list, xdr.ScVal.scvU32(7)]));
  expect(words.match(new RegExp(third, 'g'))).toHaveLength(299);
  expect(words).toContain('and 1701 more]');
  expect(words.length).toBeLessThan(20_000);
});
