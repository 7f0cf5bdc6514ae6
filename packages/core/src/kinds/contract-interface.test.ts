import {
  codeWith,
  liveFunctions,
  type SpecFunctions,
  type SpecType,
} from '@countersign/testkit/fixtures/contract-code';
import { describe, expect, test } from 'vitest';
import type { NetworkName } from '../escrow/network.ts';
import { interfaceDifferences, interfaceIn } from './contract-interface.ts';
import { ACTS, functionOf } from './escrow-kind.ts';
import { liveMulti, liveSingle, SERVED_KINDS } from './live-kinds.ts';

const read = (functions: SpecFunctions) => interfaceIn(codeWith(functions).bytes) ?? expect.fail('not read');
const networks = ['testnet', 'public'] as const satisfies readonly NetworkName[];
const WHOLE = [...ACTS, 'initialise', 'factory'] as const;

describe.each(networks)('the interface of code on %s', (name) => {
  test.each(SERVED_KINDS.map((kind) => [kind.id, kind] as const))('matches the kind of %s', (_, kind) => {
    expect(interfaceDifferences(read(liveFunctions(kind.release, name)), kind, { name }, WHOLE)).toEqual([]);
  });

  test('differs where any function is missing, or takes one argument more, less or of another type', () => {
    for (const kind of SERVED_KINDS) {
      const all = liveFunctions(kind.release, name);
      const changes = Object.entries(all).flatMap(([called, takes = []]) => [
        { [called]: undefined },
        { [called]: [...takes, 'u32'] },
        { [called]: takes.slice(1) },
        { [called]: takes.map((type, index) => (index === 0 ? 'bool' : type)) },
      ]);
      expect(changes.length).toBeGreaterThan(40);
      for (const change of changes) {
        const differences = interfaceDifferences(read({ ...all, ...change }), kind, { name }, WHOLE);
        expect(differences.map((each) => each.name)).toEqual(Object.keys(change));
      }
    }
  });
});

test('differs in every call that takes the escrow where the escrow has a field more', () => {
  const { initialize_escrow: [escrow] = [] } = liveFunctions('single', 'testnet');
  const longer = { ...(escrow as object), cross_chain_receiver: { destination_domain: 'u32', recipient: 'bytes32' } };
  const found = read({
    ...liveFunctions('single', 'testnet'),
    initialize_escrow: [longer],
    fund_escrow: ['address', longer, 'i128'],
    update_escrow: ['address', longer],
  });
  const differences = interfaceDifferences(found, liveSingle, { name: 'testnet' });
  expect(differences.map(({ part }) => part)).toEqual(['fund', 'update', 'initialise']);
  expect(differences[0]?.found).toContain('cross_chain_receiver:{destination_domain:u32,recipient:bytes32}');
});

test('names the expected and the found signature, and no found one when the function is missing', () => {
  const changes = { approve_milestone: ['i128', 'address'], dispute_milestone: undefined };
  const found = read(liveFunctions('multi', 'public', changes));
  expect(interfaceDifferences(found, liveMulti, { name: 'public' })).toEqual([
    { part: 'approve', name: 'approve_milestone', wanted: 'u32, address', found: 'i128, address' },
    { part: 'dispute', name: 'dispute_milestone', wanted: 'u32, address' },
  ]);
});

test('ignores functions that a network has no use for', () => {
  const { change_milestone_status: _, ...others } = liveFunctions('multi', 'public');
  const called = functionOf(liveMulti, 'change-status', { name: 'public' })?.name;
  const differences = interfaceDifferences(read({ ...others, more: ['u32'] }), liveMulti, { name: 'public' });
  expect(differences.map(({ name }) => name)).toEqual([called]);
});

test('is unknown for types without end, and odd names are not repeated', () => {
  const code = codeWith({ get_escrow: [{ a: 'u32', b: 'u32' }], odd: [{ 'a\u202eb': 'u32' }] });
  expect(interfaceIn(code.bytes)?.get('odd')).toEqual(['{(an odd name):u32}']);
  let deep: SpecType = 'u32';
  for (let depth = 0; depth < 13; depth += 1) deep = { a: deep, b: deep };
  expect(interfaceIn(codeWith({ get_escrow: [deep] }).bytes)).toBeUndefined();
});

test('is unknown for bytes that are cut off, or describe no function', () => {
  const { bytes } = codeWith(liveFunctions('multi', 'public'));
  for (let length = 0; length < bytes.length; length += 7) {
    expect(interfaceIn(bytes.subarray(0, length))).toBeUndefined();
  }
  expect(interfaceIn(codeWith({}).bytes)).toBeUndefined();
  expect(interfaceIn(new Uint8Array(1_000).fill(0xff))).toBeUndefined();
});
