/** The record of a rehearsal: its schema, its text for people, and how it is written. It holds no secret. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SecretScanner } from '@countersign/core/secrets';
import { cleanLine } from '@countersign/core/text';
import * as z from 'zod';

const time = z.iso.datetime().describe('UTC');
const shown = z.record(z.string(), z.string());

const stepSchema = z.strictObject({
  title: z.string(),
  by: z.string().describe('Who signed'),
  status: z.enum(['as expected', 'differs', 'failed', 'not done']),
  transactionHash: z.string().optional(),
  feeXlm: z.string().optional().describe('What the network charged'),
  ledger: z.int().optional(),
  milliseconds: z.int().optional(),
  expected: shown.optional().describe('States of milestones, and changes of balances in token units'),
  found: shown.optional().describe('The same as the ledger shows it'),
  differences: z.array(z.strictObject({ field: z.string(), expected: z.string(), found: z.string() })),
  trouble: z.string().optional(),
});
export type StepRecord = z.output<typeof stepSchema>;

export const recordSchema = z.strictObject({
  format: z.literal(1),
  result: z.enum(['as expected', 'differs', 'failed', 'interrupted']),
  trouble: z.string().optional().describe('Why it could not go on'),
  began: time,
  ended: time,
  versions: z.strictObject({ countersign: z.string(), node: z.string(), platform: z.string() }),
  network: z.strictObject({
    name: z.literal('testnet'),
    passphrase: z.string(),
    rpc: z.string(),
    friendbot: z.string(),
  }),
  carrier: z
    .strictObject({ kind: z.enum(['service', 'direct']), host: z.string().optional(), dialect: z.string().optional() })
    .describe('Who builds and sends'),
  pins: z.array(z.strictObject({ release: z.string(), factory: z.string(), codeHash: z.string() })),
  feeAddress: z.string().optional().describe('Who gets the service’s share'),
  token: z.strictObject({ code: z.string(), issuer: z.string(), contract: z.string(), why: z.string() }).optional(),
  accounts: z.record(z.string(), z.string()).describe('Throw-away accounts; their keys were never stored'),
  setUp: z.array(stepSchema),
  lives: z.array(z.strictObject({ name: z.string(), contractId: z.string().optional(), steps: z.array(stepSchema) })),
});
export type RehearsalRecord = z.output<typeof recordSchema>;

const SIGNS = { 'as expected': 'ok  ', differs: 'DIFF', failed: 'FAIL', 'not done': '-   ' } as const;

/** A step for people: a line, and what it found below it. */
export function stepLines({ title, by, status, ...step }: StepRecord): string[] {
  const { transactionHash, feeXlm, ledger, milliseconds, found = {}, differences, trouble } = step;
  const values = Object.entries(found).map(([field, value]) => `${field} ${value}`);
  const took = milliseconds === undefined ? '' : `, ${(milliseconds / 1_000).toFixed(1)} s`;
  const included = `${ledger === undefined ? '' : `, ledger ${ledger}`}${feeXlm === undefined ? '' : `, fee ${feeXlm} XLM`}`;
  const facts = [
    transactionHash && `transaction ${transactionHash}${included}`,
    values.join(', '),
    ...differences.map(({ field, expected, found }) => `${field}: expected ${expected}, found ${found}`),
    trouble,
  ];
  return [`${SIGNS[status]} ${title} (${by})${took}`, ...facts.filter(Boolean).map((fact) => `     ${fact}`)];
}

const RESULTS = {
  'as expected': 'Every step did what was expected.',
  differs: 'The ledger does not show what was expected. The steps marked DIFF or FAIL say where.',
  failed: 'It could not go on.',
  interrupted: 'It was interrupted.',
} as const;

export const resultText = ({ result, trouble }: Pick<RehearsalRecord, 'result' | 'trouble'>): string =>
  trouble === undefined ? RESULTS[result] : `${RESULTS[result]} ${trouble}`;

export function recordText(record: RehearsalRecord): string {
  const { versions, network, carrier, token, accounts, pins, feeAddress, setUp, lives } = record;
  const by = carrier.kind === 'direct' ? 'directly' : `through ${carrier.host} (${carrier.dialect})`;
  const facts = [
    `From ${record.began} to ${record.ended}`,
    `Countersign ${versions.countersign}, Node ${versions.node}, ${versions.platform}`,
    `Stellar RPC ${network.rpc}, friendbot ${network.friendbot}, passphrase ${network.passphrase}`,
    ...pins.map(({ release, factory, codeHash }) => `${release}: factory ${factory}, code hash ${codeHash}`),
    feeAddress && `The service’s share goes to ${feeAddress}`,
    token && `Token ${token.code} of ${token.issuer}, contract ${token.contract}\n  ${token.why}`,
    ...Object.entries(accounts).map(([name, address]) => `${name}: ${address}`),
  ];
  const parts = lives.map(({ name, contractId, steps }) => ({
    title: [name, contractId].filter(Boolean).join(': '),
    steps,
  }));
  return [
    `A rehearsal on ${network.name}, ${by}\n${resultText(record)}\n`,
    ...facts.filter(Boolean),
    ...[{ title: 'Accounts and token', steps: setUp }, ...parts].flatMap(({ title, steps }) => [
      `\n${title}`,
      ...steps.flatMap(stepLines),
    ]),
    '',
  ].join('\n');
}

/**
 * Writes it as JSON and as text. Whatever looks like a secret is blacked out first, though there should be none.
 * @returns the files, whose folder is made
 */
export async function writeRecord(
  record: RehearsalRecord,
  folder: string,
  scanner: SecretScanner,
): Promise<{ readonly json: string; readonly text: string }> {
  const safe = recordSchema.parse(JSON.parse(JSON.stringify(record), (_, value) => without(value, scanner)));
  const files = { json: path.join(folder, 'rehearsal.json'), text: path.join(folder, 'rehearsal.txt') };
  await mkdir(folder, { recursive: true });
  await writeFile(files.json, `${JSON.stringify(safe, null, 2)}\n`, { flag: 'wx' });
  await writeFile(files.text, scanner.redact(recordText(safe)), { flag: 'wx' });
  return files;
}

/** It also has texts of others, so each text is one clean line. */
const without = (value: unknown, scanner: SecretScanner): unknown =>
  typeof value === 'string' ? scanner.redact(cleanLine(value, 1_000)) : value;
