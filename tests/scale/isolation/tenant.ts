/** One of two tenants, as the proof drives it: what it does with its own things, and what it tries with the other's. */
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import type { Random } from '@countersign/testkit/mutation/random';
import type { Allowed, Deal, Secrets } from './secrets.ts';

/** Something prepared, with all that only its owner was given. */
export type Handle = {
  readonly id: string;
  readonly page: string;
  readonly unsignedXdr: string;
  readonly transactionHash: string;
  readonly contractId: string;
  readonly deal: Deal;
};

/** The raw output of a step: bodies, headers, events, cards, files, log lines. */
export type Output = {
  readonly raw: string;
  readonly allowed?: Allowed;
  /** What the answer is about, where it is about one escrow of the asker's own. */
  readonly deal?: Deal;
  /** Public, so no one's secret: it is searched, but not learnt from. */
  readonly isPublic?: true;
};

/** @returns nothing if there is nothing yet to do it with */
export type Step = (about: { readonly other: Tenant; readonly random: Random }) => Promise<Output | undefined>;

export type Tenant = {
  /** How it comes: for the list of steps. */
  readonly name: string;
  /** In Discord. */
  readonly userId?: string;
  readonly secrets: Secrets;
  /** Newest last. */
  readonly handles: Handle[];
  /** Texts that it wrote somewhere, for the other to search for. */
  readonly marks: string[];
  /** With what is its own. */
  readonly own: Readonly<Record<string, Step>>;
  /** With what is the other's. */
  readonly across: Readonly<Record<string, Step>>;
  /** What it sees without having asked: cards and channels that changed meanwhile. */
  readonly seen?: () => string;
  /** The lines of logs since the last time that this was asked. */
  readonly log: () => string;
};

let marks = 0;

/** A unique word. */
export function newMark(owner: { readonly secrets: Secrets; readonly marks: string[] }, what: string, deal?: Deal) {
  marks += 1;
  const mark = `kestrel${marks.toString(36)}x${Math.random().toString(36).slice(2, 10)}q`;
  owner.secrets.plant(what, mark, deal);
  owner.marks.push(mark);
  return mark;
}

/** Both ask for the same; only generated values differ. */
export const equalRequest = (number: number): typeof REQUEST => ({
  ...REQUEST,
  engagementId: `EQUAL-${number}`,
  title: `Equal ${number}`,
});

/** The same terms, with a mark in every free text. */
export function markedRequest(owner: { readonly secrets: Secrets; readonly marks: string[] }, deal: Deal) {
  const mark = (what: string) => newMark(owner, what, deal);
  return {
    ...REQUEST,
    engagementId: mark('an engagement id'),
    title: mark('a title'),
    description: mark('a description'),
    milestones: REQUEST.milestones.map((each) => ({ ...each, description: mark('a milestone') })),
  };
}

export const lastOf = (handles: readonly Handle[], random: Random): Handle | undefined =>
  handles.length === 0 ? undefined : random.pick(handles.slice(-4));

/** A step with something of the tenant's own. */
export const withOwn =
  ({ handles }: Pick<Tenant, 'handles'>, run: (handle: Handle, random: Random) => Promise<Output>): Step =>
  async ({ random }) => {
    const handle = lastOf(handles, random);
    return handle && { ...(await run(handle, random)), deal: handle.deal };
  };

/** A step with something of the other's. @param allowed what its answer may show of it */
export const withTheirs =
  (run: (handle: Handle) => Promise<Output>, allowed: (handle: Handle) => Partial<Output> = () => ({})): Step =>
  async ({ other, random }) => {
    const handle = lastOf(other.handles, random);
    return handle && { ...(await run(handle)), ...allowed(handle) };
  };

export const onLedger = ({ contractId }: Handle) =>
  ({ allowed: { ledger: true, given: [contractId] }, isPublic: true }) as const;
export const held = ({ deal }: Handle) => ({ allowed: { holds: deal }, isPublic: true }) as const;

/** Keeps what was prepared, with the deal that it was first prepared for. @returns that deal */
export function keep({ handles }: Pick<Tenant, 'handles'>, handle: Handle): Deal {
  const at = handles.findIndex(({ id }) => id === handle.id);
  const { deal } = handles[at] ?? handle;
  if (at === -1) handles.push(handle);
  else handles[at] = { ...handle, deal };
  return deal;
}
