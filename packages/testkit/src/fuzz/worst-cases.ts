/**
 * Inputs made to be as costly as possible, each at the size limit: nesting, repetition, worst cases of regular
 * expressions, and data that is small on the wire and large in memory.
 */
import { MAX_ENVELOPE_BYTES, MAX_PASTED_CHARACTERS } from '@countersign/core/envelope';
import { MAX_BODY_BYTES } from '@countersign/core/internal/service/http/http';
import { Address, xdr } from '@stellar/stellar-sdk/base';
import { creationV2, requestInput } from '../fixtures/deploy-fixture.ts';
import { SIGNER } from '../service/requests.ts';
import { replyTarget } from './reply-target.ts';
import { requestTarget } from './request-target.ts';
import { secretTarget } from './secret-target.ts';
import type { AnyTarget } from './target.ts';
import { textTarget } from './text-target.ts';
import units from './worst-units.json' with { type: 'json' };
import { deployWith, HONEST_DEPLOY, xdrTarget } from './xdr-target.ts';

export type WorstCase = { readonly target: AnyTarget; readonly name: string; readonly input: () => unknown };

/** The body of a page's request, and what a tool's text may have. */
const TEXT_BYTES = 256 * 1_024;

const filled = (unit: string, bytes: number): string => unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)));
/** A paste is counted in characters, whatever they take. */
const pasted = (unit: string): string => unit.repeat(Math.floor(MAX_PASTED_CHARACTERS / unit.length));

export const UNITS: Readonly<Record<string, string>> = {
  ...units,
  'what looks like seeds': `S${'A'.repeat(55)} `,
  'words of a phrase without a checksum': `${'zoo '.repeat(200)}xyz `,
  addresses: `${SIGNER} `,
};

const texts: readonly WorstCase[] = Object.entries(UNITS).flatMap(([name, unit]) => {
  const text = () => filled(unit, TEXT_BYTES);
  return [
    { target: xdrTarget, name, input: () => pasted(unit) },
    { target: secretTarget, name, input: () => ({ before: text(), after: '', data: null }) },
    { target: textTarget, name, input: () => ({ text: filled(unit, MAX_ENVELOPE_BYTES), limit: 300, data: null }) },
  ];
});

const address = (text: string) => Address.fromString(text).toScVal();
const symbol = (text: string) => xdr.ScVal.scvSymbol(text);
const nested = (depth: number, wrap: (inner: xdr.ScVal) => xdr.ScVal) => {
  let value: xdr.ScVal = xdr.ScVal.scvVoid();
  for (let level = 0; level < depth; level++) value = wrap(value);
  return value;
};
const many = (count: number, entry: (index: number) => xdr.ScVal) =>
  Array.from({ length: count }, (_, index) => entry(index));
const map = (entries: readonly (readonly [xdr.ScVal, xdr.ScVal])[]) =>
  xdr.ScVal.scvMap(entries.map(([key, val]) => new xdr.ScMapEntry({ key, val })));

const ESCROWS: Readonly<Record<string, () => xdr.ScVal>> = {
  'a map of six thousand keys': () =>
    map(many(6_000, (at) => symbol(`k${at}`)).map((key) => [key, xdr.ScVal.scvVoid()])),
  'one key six thousand times': () => map(many(6_000, () => symbol('title')).map((key) => [key, xdr.ScVal.scvVoid()])),
  'a list of fifteen thousand numbers': () => xdr.ScVal.scvVec(many(15_000, (at) => xdr.ScVal.scvU32(at))),
  'a thousand addresses': () => xdr.ScVal.scvVec(many(1_000, () => address(SIGNER))),
  'lists nested a hundred and fifty deep': () => nested(150, (inner) => xdr.ScVal.scvVec([inner, inner].slice(0, 1))),
  'maps nested a hundred and fifty deep': () => nested(150, (inner) => map([[symbol('roles'), inner]])),
  'a text of sixty kilobytes': () => xdr.ScVal.scvString('\u202eA'.repeat(15_000)),
  'sixty kilobytes': () => xdr.ScVal.scvBytes(new Uint8Array(60_000).fill(255)),
  'a thousand milestones': () =>
    map([[symbol('milestones'), xdr.ScVal.scvVec(many(1_000, () => map([[symbol('amount'), xdr.ScVal.scvVoid()]])))]]),
};

/** By bytes: an SDK would overflow its own stack while it builds them. */
function rawNesting(layer: readonly number[], depth: number): string {
  const marker = xdr.ScVal.scvU32(0x7a7a7a7a);
  const bytes = Buffer.from(deployWith(marker), 'base64');
  const at = bytes.indexOf(Buffer.from(marker.toXdr()));
  const layers = Buffer.from(Array.from({ length: depth }, () => layer).flat());
  return Buffer.concat([bytes.subarray(0, at), layers, bytes.subarray(at)]).toString('base64');
}
const VEC = [0, 0, 0, 16, 0, 0, 0, 1, 0, 0, 0, 1];

function nestedAuthorisation(depth: number): xdr.SorobanAuthorizedInvocation[] {
  const creation = creationV2(SIGNER, new Uint8Array(32), new Uint8Array(32));
  let inner: xdr.SorobanAuthorizedInvocation[] = [];
  for (let level = 0; level < depth; level++) {
    inner = [new xdr.SorobanAuthorizedInvocation({ function: creation, subInvocations: inner })];
  }
  return inner;
}

const transactions: readonly WorstCase[] = [
  ...Object.entries(ESCROWS).map(([name, escrow]) => ({ name, input: () => deployWith(escrow()) })),
  ...[100, 400, 1_000, 4_000, 10_000].map((depth) => ({
    name: `lists nested ${depth} deep`,
    input: () => rawNesting(VEC, depth),
  })),
  {
    name: 'authorisations nested a hundred deep',
    input: () => deployWith(undefined, { children: nestedAuthorisation(100) }),
  },
  { name: 'a hundred payments', input: () => deployWith(undefined, { operations: Array.from({ length: 100 }, bump) }) },
  {
    name: 'a thousand places of the ledger',
    input: () => deployWith(undefined, { readWrite: many(1_000, () => xdr.ScVal.scvVoid()).map(ledgerKey) }),
  },
  { name: 'zeros', input: () => Buffer.alloc(MAX_ENVELOPE_BYTES).toString('base64') },
  { name: 'ones', input: () => Buffer.alloc(MAX_ENVELOPE_BYTES, 255).toString('base64') },
  {
    name: 'a transaction with all room filled behind it',
    input: () => Buffer.concat([Buffer.from(HONEST_DEPLOY, 'base64'), Buffer.alloc(120_000)]).toString('base64'),
  },
].map((one) => ({ ...one, target: xdrTarget }));

function bump(): xdr.Operation {
  const body = xdr.OperationBody.bumpSequence(new xdr.BumpSequenceOp({ bumpTo: 7n }));
  return new xdr.Operation({ sourceAccount: null, body });
}

function ledgerKey(key: xdr.ScVal): xdr.LedgerKey {
  return xdr.LedgerKey.contractData(
    new xdr.LedgerKeyContractData({
      contract: Address.fromString(SIGNER).toScAddress(),
      key,
      durability: xdr.ContractDataDurability.temporary,
    }),
  );
}

const milestones = (count: number, description: string) =>
  Array.from({ length: count }, (_, at) => ({ description, amount: `${at + 1}.0000001` }));

const requests: readonly WorstCase[] = [
  {
    name: 'ten milestones with the longest texts',
    input: () => requestInput({ milestones: milestones(10, '🚀é'.repeat(250)), description: 'Ünï\n'.repeat(125) }),
  },
  { name: 'ten thousand milestones', input: () => requestInput({ milestones: milestones(10_000, 'x') }) },
  {
    name: 'ten thousand fields',
    input: () => requestInput(Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`field${at}`, at]))),
  },
  {
    name: 'ten thousand roles',
    input: () => requestInput({ roles: Array.from({ length: 10_000 }, () => ({ release: SIGNER })) }),
  },
  {
    name: 'ten thousand roles that disagree',
    input: () => requestInput({ roles: Array.from({ length: 10_000 }, (_, at) => ({ release: `${at}` })) }),
  },
  ...Object.entries(UNITS).map(([name, unit]) => ({
    name: `texts of ${name}`,
    input: () =>
      requestInput({
        title: filled(unit, TEXT_BYTES / 4),
        description: filled(unit, TEXT_BYTES / 4),
        milestones: milestones(1, filled(unit, TEXT_BYTES / 4)),
      }),
  })),
  {
    name: 'numbers of a hundred thousand digits',
    input: () =>
      requestInput({
        platformFee: '9'.repeat(100_000),
        receiverMemo: '1'.repeat(100_000),
        milestones: [{ description: 'x', amount: `0.${'0'.repeat(100_000)}1` }],
      }),
  },
].map((one) => ({ ...one, target: requestTarget }));

const body = (text: string) => ({ status: 200, headers: {}, bytes: text });
const list = (entry: string) =>
  `[${Array.from({ length: Math.floor(MAX_BODY_BYTES / (entry.length + 1)) - 1 }, () => entry).join()}]`;
const success = (more: string) => `{"status":"SUCCESS","unsignedTransaction":"AAAA",${more}}`;
const latin1 = (text: string) => Buffer.from(text).toString('latin1');
const ROOM = MAX_BODY_BYTES - 100;

const replies: readonly WorstCase[] = [
  { name: 'numbers', input: () => body(list('0')) },
  { name: 'numbers with long exponents', input: () => body(list('1e99')) },
  { name: 'numbers with more digits than a float has', input: () => body(list('0.12345678901234567891')) },
  { name: 'one number', input: () => body('9'.repeat(ROOM)) },
  { name: 'empty lists', input: () => body(list('[]')) },
  { name: 'empty objects', input: () => body(list('{}')) },
  { name: 'balances of an address that is none', input: () => body(list('{"address":"C","balance":1}')) },
  { name: 'balances that are odd', input: () => body(list('{"address":"C","balance":"9e"}')) },
  { name: 'lists as deep as is read', input: () => body(list(`${'['.repeat(60)}${']'.repeat(60)}`)) },
  { name: 'lists that never end', input: () => body('['.repeat(ROOM)) },
  { name: 'a web page', input: () => body(`<html>${'<'.repeat(ROOM - 6)}`) },
  { name: 'white space', input: () => body(' '.repeat(ROOM)) },
  {
    name: 'an escrow of a great many fields',
    input: () => body(success(`"escrow":{${Array.from({ length: 70_000 }, (_, at) => `"k${at}":"v"`).join()}}`)),
  },
  {
    name: 'a message in a great many pieces',
    input: () => ({ ...body(`{"message":${list('"account"').slice(0, ROOM - 20)}"]}`), status: 400 }),
  },
  ...Object.entries(UNITS).flatMap(([name, unit]) => {
    const quotedText = JSON.stringify(unit).slice(1, -1);
    const text = latin1(filled(quotedText, ROOM));
    return [
      { name: `an escrow of ${name}`, input: () => body(success(`"escrow":{"title":"${text}"}`)) },
      { name: `a message of ${name}`, input: () => ({ ...body(`{"message":"${text}"}`), status: 400 }) },
    ];
  }),
].map((one) => ({ ...one, target: replyTarget }));

export const WORST_CASES: readonly WorstCase[] = [...transactions, ...requests, ...replies, ...texts];
