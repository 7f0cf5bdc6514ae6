/** A conversation as data: messages, calls, deeds and answers. `README.md` says how to write one. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { referenceSchema } from './references.ts';

const text = z.union([z.string(), z.array(z.union([z.string(), referenceSchema]))]);
const value = z.union([z.string(), referenceSchema]);
const fields = z.record(z.string(), z.unknown());
const name = z.string().optional();
const ACCOUNTS = ['client', 'provider', 'platform', 'arbiter'] as const;

/** What the person does outside the conversation. What it gives has the name `as`. */
const deedSchema = z.discriminatedUnion('does', [
  z.strictObject({ does: z.literal('opens-page'), page: value }),
  /** `by`: the demo account whose wallet signs; absent: client. */
  z.strictObject({ does: z.literal('signs-on-page'), page: value, by: z.enum(ACCOUNTS).optional() }),
  z.strictObject({ does: z.literal('declines-on-page'), page: value, reason: z.string() }),
  /** `amount` is what they type. */
  z.strictObject({ does: z.literal('confirms-on-page'), page: value, amount: value }),
  /** `of`: a result with the unsigned transaction; gives `xdr`. */
  z.strictObject({ does: z.literal('signs-in-wallet'), of: z.string(), as: z.string() }),
  z.strictObject({ does: z.literal('funds'), escrow: value, amount: z.string() }),
  /** The client, with a Countersign of their own, makes an escrow with the provider and pays it in; gives `escrow`. */
  z.strictObject({ does: z.literal('is-hired'), as: z.string() }),
  /** Gives `xdr`: of somebody who wants to take the account over. */
  z.strictObject({ does: z.literal('is-sent-a-transaction'), as: z.string() }),
  /** Gives `seed`. */
  z.strictObject({ does: z.literal('copies-their-seed'), as: z.string() }),
  /** In their address book, in a terminal. */
  z.strictObject({ does: z.literal('names-an-address'), name: z.string(), address: z.string() }),
  z.strictObject({ does: z.literal('comes-back'), minutes: z.number(), newChat: z.boolean().optional() }),
]);
export type Deed = z.output<typeof deedSchema>;

/** What service and ledger do from then on. */
const worldSchema = z.strictObject({
  service: z.enum(['honest', 'says that it sent and does not']).optional(),
  ledger: z.enum(['answers', 'silent']).optional(),
});
export type WorldChange = z.output<typeof worldSchema>;

const callSchema = z.strictObject({
  call: z.string(),
  with: fields,
  as: name,
  /** What the result must be, as `matches.ts` reads it; or the error, where it must be refused. */
  gives: fields.optional(),
  refuses: fields.optional(),
  /** Done while the call waits. */
  meanwhile: z.array(deedSchema).optional(),
});
export type CallStep = z.output<typeof callSchema>;

const stepSchema = z.union([
  z.strictObject({ person: text }),
  callSchema,
  /** What the assistant says, and what it claims thereby (`rules/claim.ts`). */
  z.strictObject({ says: text, claims: z.array(fields).optional() }),
  z.strictObject({ world: worldSchema }),
  deedSchema,
]);
export type Step = z.output<typeof stepSchema>;

/** What must not happen, in addition to what the rules forbid everywhere. */
const neverSchema = z.union([
  z.strictObject({ call: z.string(), with: fields.optional() }),
  z.strictObject({ claim: z.string() }),
  /** In what the assistant says or passes to a tool. */
  z.strictObject({ text: value }),
]);
export type Never = z.output<typeof neverSchema>;

const conversationSchema = z.strictObject({
  about: z.string(),
  /** Environment variables of the server. */
  settings: z.record(z.string(), z.string()).optional(),
  never: z.array(neverSchema),
  steps: z.array(stepSchema),
});
export type Conversation = z.output<typeof conversationSchema> & { readonly name: string };

const FOLDER = join(import.meta.dirname, '../conversations');

/** In the order of their files. */
export function readConversations(): readonly Conversation[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const read = conversationSchema.safeParse(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')));
      if (!read.success) throw new Error(`${file}: ${z.prettifyError(read.error)}`);
      return { name: basename(file, '.json'), ...read.data };
    });
}
