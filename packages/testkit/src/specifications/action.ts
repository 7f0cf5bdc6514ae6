/** The specification of an action: what each one must do. An action's own test calls `describeAction`. */
import { readTransaction } from '@countersign/core/envelope';
import type { Action, ActionName, RequestOf } from '@countersign/core/internal/actions/action';
import { recogniseAction } from '@countersign/core/internal/actions/actions';
import { describe, expect, test } from 'vitest';
import { NOW, sandbox } from '../fixtures/deploy-fixture.ts';

export type ActionExample<Name extends ActionName> = {
  /** The same request, written in different ways. */
  readonly spellings: readonly unknown[];
  /** Requests that ask for something else, each in one way. */
  readonly others: Readonly<Record<string, unknown>>;
  /** Inputs that are no request, with the paths of their problems. */
  readonly invalid: Readonly<Record<string, readonly [input: unknown, paths: readonly string[]]>>;
  /** The unsigned transaction that an honest carrier builds, in base64. */
  build(request: RequestOf<Name>): string;
  /** Transactions that are not what the first spelling asks for, with a field in which they differ. */
  readonly lies: Readonly<Record<string, readonly [xdr: string, field: string]>>;
};

const policy = { network: sandbox, maxFee: 50_000_000n, now: NOW };
const lines = (list: readonly unknown[]) => list.map((each) => JSON.stringify(each));
const read = (xdr: string) => readTransaction(xdr, sandbox.passphrase);

export function describeAction<Name extends ActionName>(action: Action<Name>, example: ActionExample<Name>): void {
  const parse = (input: unknown) => action.parse(input, sandbox);
  const asked = () => parse(example.spellings[0]);
  const identity = (input: unknown) =>
    `${parse(input).signer} ${Buffer.from(action.identity(parse(input), sandbox)).toString('hex')}`;

  describe(`the action ${action.name}`, () => {
    test('has one identity for a request, however it is written', () => {
      expect(new Set(example.spellings.map(identity)).size).toBe(1);
    });

    test.each(Object.entries(example.others))('has another identity for another %s', (_, input) => {
      expect(identity(input)).not.toBe(identity(example.spellings[0]));
    });

    test.each(Object.entries(example.invalid))('names every problem of %s', (_, [input, paths]) => {
      expect(() => parse(input)).toThrowError(expect.objectContaining({ code: 'INPUT_INVALID' }));
      try {
        parse(input);
      } catch (error) {
        const fields = (error as { fields?: { path: string }[] }).fields ?? [];
        expect(fields.map(({ path }) => path).toSorted()).toEqual([...paths].toSorted());
        expect(lines(fields)).toMatchSnapshot();
      }
    });

    test('verifies the transaction that was asked for, and is recognised by it', () => {
      const transaction = read(example.build(asked()));
      const check = action.check(transaction, asked(), policy);
      expect(check).toMatchObject({ level: 'verified', reasons: [] });
      const call = action.read(transaction, sandbox);
      if ('unreadable' in call) throw new Error('its own transaction cannot be read');
      expect(recogniseAction(transaction, sandbox)).toEqual({ name: action.name, contractId: call.contractId });
      expect(action.isPinned(call, sandbox)).toBe(true);
      expect(action.summarise(transaction, call, asked(), sandbox, [])).toMatchSnapshot();
    });

    test.each(Object.entries(example.others))('refuses the transaction of another %s', (_, input) => {
      const check = action.check(read(example.build(parse(input))), asked(), policy);
      expect(check.level === 'mismatch' && lines(check.differences)).toMatchSnapshot();
    });

    test.each(Object.entries(example.lies))('refuses %s', (_, [xdr, field]) => {
      const check = action.check(read(xdr), asked(), policy);
      expect(check.level === 'mismatch' && check.differences.map((difference) => difference.field)).toContain(field);
      expect(check.level === 'mismatch' && lines(check.differences)).toMatchSnapshot();
    });
  });
}
