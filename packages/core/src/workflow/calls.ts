/** Every call of the desk that scans, limits and checks: what it takes, the right that it needs, and what it does. */
import type { ActionName } from '../actions/action.ts';
import { CountersignError } from '../errors/errors.ts';
import type { StepName } from '../escrow/steps.ts';
import { ownCommand } from '../platform/launch.ts';
import { givenFields } from '../text/fields.ts';
import { withActors } from './answers/answers.ts';
import { lookUpAll, prepareFollowing, submitOne } from './answers/continue-plan.ts';
import { readPasted } from './answers/explain.ts';
import { findEscrows } from './answers/find.ts';
import { getEscrow } from './answers/get.ts';
import { listEscrows } from './answers/grouped-list.ts';
import { leadToPage } from './answers/its-page.ts';
import { explainKnown } from './answers/look-up.ts';
import { recognise } from './answers/recognise.ts';
import { listOfWallets } from './answers/wallet-list.ts';
import type { CallContext, Caller } from './caller.ts';
import type { DeskContext } from './context.ts';
import { followEscrows, type TakeChanges } from './follow/follow.ts';
import type { CallOptions, Confirmation, PrepareInput, PrepareOptions, WaitOptions } from './model/call-options.ts';
import type { PartyStepInput } from './model/escrow-page.ts';
import type { NextInput } from './model/page-actions.ts';
import { type Person, personIn, type Right } from './model/person.ts';
import type { PreparedRequest } from './model/requests.ts';
import { escrowOnPage, prepareNext } from './page/escrow-on-page.ts';
import { type ListRight, openList } from './page/list/access.ts';
import { readEscrowHistory } from './page/list/escrow-history.ts';
import { prepareForParty } from './page/party-steps.ts';
import { type AddressBook, addressBookOf } from './people/address-book.ts';
import { BALANCE_FIELDS, FIND_FIELDS, withNames } from './people/names.ts';
import { nameAddress } from './people/names-shown.ts';
import { lookAlikeOf } from './people/trusted-baseline.ts';
import { askToProveOwn, askWalletProof } from './people/wallet-proofs.ts';
import { escrowAddress } from './prepare/complete-request.ts';
import { endTogether } from './prepare/end-together.ts';
import { preparePayeeTrustline } from './prepare/payee-trustline.ts';
import { prepare, requestProblems } from './prepare/prepare.ts';
import { prepareSteps } from './prepare/several.ts';
import { readBalances, readStanding } from './read/balances.ts';
import { escrowTitles } from './read/titles.ts';
import { parseOwnLimits } from './risk/limits.ts';
import { preparedBefore } from './status/prepared-view.ts';
import { declareFailed, readStatus, signingView, waitForOutcome } from './status/status.ts';
import { confirm } from './submit/confirm.ts';
import { decline, discard, forget } from './submit/end-request.ts';
import { submit } from './submit/submit.ts';

const MOST_PREPARED_REQUESTS = 200;

const renew = (context: CallContext, { id, action }: PreparedRequest) => prepare(context, action, { id });
const confirmStops = (context: CallContext, prepared: PreparedRequest, confirmation: Confirmation) =>
  confirm(context, prepared, confirmation);

/** The calls of a person. Of other people's requests they give nothing away, not even that they exist. */
export const personCalls = ({ call, onPrepared }: Caller) => ({
  /**
   * Returns the current transaction of the request's request, or builds and compares a new one when it expires too soon.
   * Everything in the request is checked here, so an adapter may pass on what a person or model wrote. If the person
   * must confirm something first, the result is `to-confirm` and contains nothing to sign.
   * @param input a request of the action, or `{ id }` of a request to prepare its request again
   * @throws CountersignError INPUT_INVALID with every problem of the request; LIMIT_REACHED; TRANSACTION_MISMATCH
   *   where what was built is not what was asked for; ALREADY_SETTLED, ALREADY_ON_LEDGER, ADDRESS_TAKEN,
   *   OUTCOME_UNKNOWN, SEQUENCE_TAKEN; SUPERSEDED, DECLINED for a request that has ended
   */
  prepare: call(
    2,
    <Name extends ActionName>(context: CallContext<PrepareOptions>, action: Name, input: PrepareInput<Name>) =>
      prepare(context, action, input, context.options),
    ([, input]) => input,
  ),
  /** Every problem of a deploy request, which may be incomplete. Prepares nothing and makes no request to anybody. */
  check: call(1, requestProblems),
  /**
   * `prepare` of a step by what a person or model wrote: `{ action, escrow, … }`, or `{ id }` of one that was prepared.
   * Several `milestones` of one step are taken one after the other: the first is prepared now, each other one when the
   * one before it has settled and somebody looks it up.
   * @param steps the permitted steps; if there is only one, `action` may be left out
   */
  prepareStep: call(
    2,
    (context, steps: readonly StepName[], input: unknown) => prepareSteps(context, steps, input),
    ([, input]) => input,
  ),
  /**
   * How an escrow is ended together ("cancel and refund"): which transactions that takes, who signs each, and what comes
   * back to whom. Prepares nothing. @param input `{ escrow, signer?, refundTo? }`: address, name or id; who gets it back,
   * default: who paid in. @throws CountersignError as `prepareStep`
   */
  ending: call(1, (context, input: unknown) => endTogether(context, input, { isPlanOnly: true })),
  /** The same, with the next transaction prepared as the step that it is, where `signer` can sign it now. */
  end: call(1, (context, input: unknown) => endTogether(context, input)),
  /**
   * What was prepared under a request, as `prepare` returned it and whatever became of it since, without the transaction.
   * @param actions of which it must be one. @throws CountersignError HANDLE_NOT_FOUND
   */
  prepared: onPrepared('sign', 1, (context, prepared, actions: readonly ActionName[]) =>
    preparedBefore(context, prepared, actions),
  ),
  view: onPrepared('sign', 0, signingView),
  /** A request's request prepared again, whatever its action is. @throws CountersignError as `prepare` */
  renew: onPrepared('sign', 0, renew),
  /**
   * The person's own confirmation of a request's stops, which counts for this person alone. Only for what a person does
   * on a page, in a modal or at a terminal: never by an argument that a model sets.
   * @throws CountersignError INPUT_INVALID where the amount differs; CONFIRMATION_NEEDED where the stops have changed;
   *   and those of `prepare`
   */
  confirm: onPrepared('sign', 1, confirmStops),
  /**
   * `input`: `{ signedXdr, id? }`; or `{ id }` alone, once the signing page has delivered a signature: then what
   * became of it, sent again where that is unknown. Anybody may send a signed transaction that they hold; of one that
   * somebody else prepared they learn its outcome, hash and escrow address alone. Of an account that needs several
   * signers, signatures are kept until there are enough: the result is `partly-signed` until then. When one of several
   * milestones has settled, the next is prepared.
   */
  submit: call(1, async (context, input: unknown) => leadToPage(context, await submitOne(context, input))),
  /** The state of a request or a transaction hash: by the ledger, where there is one to ask; never by the service. */
  status: call(1, (context, reference: string) => readStatus(context, reference, context.call())),
  /**
   * As `status`, but answers once the state differs from what the caller has seen, or is final, or after `timeoutMs`
   * (30 s at most).
   */
  waitFor: call(2, (context: CallContext<WaitOptions>, reference: string, timeoutMs: number) =>
    waitForOutcome(context, reference, timeoutMs, { ...context.options, ...context.call() }),
  ),
  /**
   * `status` or `waitFor` by what a person or model wrote: `{ id? , transactionHash?, waitSeconds? }`, one of the first
   * two. By the id of one of several milestones it returns the state of the current one, as soon as that is another. It
   * prepares nothing.
   */
  lookUp: call(1, async (context, input: unknown) => leadToPage(context, await lookUpAll(context, input))),
  /** What follows a settled one of several milestones, prepared now unless it is already; else the state of that one. */
  prepareFollowing: onPrepared('sign', 0, (context, prepared) => prepareFollowing(context, prepared)),
  /**
   * The trustline that somebody lacks whom a request's request pays, for them to sign.
   * @throws CountersignError STEP_NOT_POSSIBLE where it is not missing, and those of `prepare`
   */
  preparePayeeTrustline: onPrepared('sign', 1, (context, prepared, input: { readonly address: string }) =>
    preparePayeeTrustline(context, prepared, input),
  ),
  /**
   * What a transaction does, in plain words: whether this person prepared it, and about which escrow of the ledger it is.
   * @param input `{ id }` or `{ xdr }`. @throws HANDLE_NOT_FOUND, XDR_UNREADABLE
   */
  explain: call(1, (context, input: unknown) => explainKnown(context, input, context.call())),
  /** What is known of a pasted transaction, for `explainTransaction`. @throws XDR_UNREADABLE */
  recognise: call(
    1,
    (context, xdr: string) => recognise(context, readPasted(context.network, { xdr }).inner, context.call()),
    ([xdr]) => ({ xdr }),
  ),
  /**
   * Escrows of this person, those that they were let in to, and those in which their own wallet (the local default signer,
   * or the one that they have proven) takes part, even if another person prepared them. Newest first, 20 at most, with
   * the number of further ones.
   * States are the ledger's where there is one to ask, and so is what they hold.
   * @param input `{ query?, wallet?, status?, since?, openList? }`: words that its texts hold, an address that takes
   *   part, a phase, a date or time; with `openList` also a link to the whole list, as of `openList()`.
   *   @throws CountersignError INPUT_INVALID, LIST_CLOSED
   */
  find: call(1, async (context, input: unknown) => {
    const find = (named: unknown) => findEscrows(context, named, context.call());
    return (await withNames(context, personIn(context), input, FIND_FIELDS, find)).result;
  }),
  /**
   * Everything about one escrow. One that this person did not prepare is found by its address, as the ledger has it.
   * @param input one of `{ id, contractId, transactionHash }`; with `waitSeconds` (30 at most) it answers after the
   *   next change, which is in `changes`. @throws CountersignError HANDLE_NOT_FOUND
   */
  get: call(1, (context, input: unknown) => getEscrow(context, input, context.call())),
  /**
   * Reports what happens to escrows from now on, by the ledger. A caller that names itself as `follower` learns after a
   * restart what happened in the meantime. Each change is reported once, unless `take` failed or the process died in it.
   * @param input `{ escrows, follower? }`: addresses, or ids of what was prepared here; 1,000 at most
   * @param take is given the changes of one escrow; a promise that it returns is waited for. The option `signal` ends it
   * @throws CountersignError INPUT_INVALID, HANDLE_NOT_FOUND, SETTING_INVALID
   */
  follow: call(2, (context, input: unknown, take: TakeChanges) => followEscrows(context, input, take, context.options)),
  /** Ids of this person's own requests, newest first; 200 at most. Those that settled or ended are among them. */
  handles: call(0, (context) => context.store.preparedRequestsOf(personIn(context), MOST_PREPARED_REQUESTS)),
  /**
   * Escrows of this person, and those that they were let in to, to choose one from while its title is typed; newest
   * first. As the store has them: no request is made, and no transaction is read. The option `wallet` adds escrows that
   * others of the tenant prepared, once they settled with this account among the parties. Everybody can read those on
   * the ledger, so nothing proves that the wallet is the person's.
   * @param prefixText how a word of the title begins, and what follows it; '' for all. @param limit 200 at most
   */
  titles: call(
    2,
    (context: CallContext<CallOptions & { readonly wallet?: string | undefined }>, prefixText: string, limit: number) =>
      escrowTitles(context, prefixText, limit, context.options.wallet),
  ),
  /**
   * Removes one of the person's own requests, with all that is kept of it, for everybody who was let in to it.
   * @throws HANDLE_NOT_FOUND; NOT_OVER while it could still matter: it may settle yet, warns of an address that was
   *   taken, or counts towards the limits of a day
   */
  forget: onPrepared('own', 0, (context, prepared) => forget(context, prepared, context.call())),
  /** Ends a request that was never sent. @throws OUTCOME_UNKNOWN, ALREADY_SETTLED, HANDLE_NOT_FOUND */
  discard: onPrepared('sign', 0, (context, prepared) => discard(context, prepared, context.call())),
  /**
   * The person's explicit word that an undecided transaction did not settle, once its time bound has passed and the
   * ledger cannot tell. Frees the request to be prepared again. Only its owner can say so.
   * @throws OUTCOME_UNKNOWN while it is too early, and for anyone else
   */
  declareFailed: call(1, declareFailed),
  /** The limits that this person set for themselves; they apply to every caller. */
  limits: call(0, async (context) => (await context.store.limitsOf(personIn(context))) ?? {}),
  /**
   * Replaces them. Only for what a person does in a command or at a terminal: never by an argument that a model sets.
   * @param input `{ maxAmount?, maxPerDay? }` in token units. @throws CountersignError INPUT_INVALID
   */
  setLimits: call(1, async (context, input: unknown) => {
    const limits = parseOwnLimits(input);
    await context.store.setLimits(personIn(context), limits);
    return limits;
  }),
  /**
   * An address that opens the list of this person's escrows and their address book: once, within 5 minutes. Only for a
   * person's own eyes. @throws CountersignError LIST_CLOSED where no page is served on this computer alone
   */
  openList: call(0, (context) => openList(context, 'all')),
  /**
   * Asks the person to prove that a wallet is theirs, by a text that it signs on the page; takes the place of what they
   * were asked before. Nothing where no page is served. @throws CountersignError INPUT_INVALID
   */
  askWalletProof: call(1, askWalletProof),
  /** The same for an assistant, of a wallet that its person has yet to prove; nothing for the local person. */
  askToProveOwn: call(1, askToProveOwn),
  /** When this person proved that a wallet is theirs, in epoch milliseconds. */
  walletProvenAt: call(1, (context, address: string) => context.store.provenAt(personIn(context), address)),
  /**
   * What a wallet that the person is about to save looks like, if it may be mistaken for one that they trust.
   * @param saved addresses that are saved outside the desk
   */
  lookAlikeOf: call(2, (context, address: string, saved: readonly string[]) =>
    lookAlikeOf(context, personIn(context), address, saved),
  ),
  /** Lets somebody else see this person's request, or also sign and send it. @throws HANDLE_NOT_FOUND */
  grant: onPrepared('own', 2, ({ store }, { id }, to: Person, right: Right) => store.grant(id, to, right)),
  /**
   * `input`: `{ signer?, addresses, wallet? }`, escrows by any reference. `asOf` is the time of the oldest answer in it.
   * Only the service needs a signer; default: the installation's, or the signer that the escrow was prepared for. With
   * `wallet` also what that holds of the escrows' tokens.
   */
  balances: call(1, async (context, input: unknown) => {
    const { addresses, ...others } = givenFields(input);
    const addressOf = (text: unknown, at: number) =>
      typeof text === 'string' ? escrowAddress(context, text, `addresses[${at}]`) : text;
    const contracts = Array.isArray(addresses) ? await Promise.all(addresses.map(addressOf)) : addresses;
    const read = (named: unknown) => readBalances(context, named, context.call());
    const named = { ...others, ...(contracts === undefined ? {} : { addresses: contracts }) };
    return (await withNames(context, personIn(context), named, BALANCE_FIELDS, read)).result;
  }),
  /** As `balances`, by addresses only, with whose turn it is in each, from the same reading of the ledger. */
  balancesAndTurns: call(1, (context, input: unknown) => readStanding(context, input, context.call())),
});

/** The calls of anybody with the address of a request's signing page. Every one may throw HANDLE_NOT_FOUND. */
export const pageCalls = ({ onPage }: Caller) => ({
  /** Everything that the page shows; makes no request to anybody. */
  view: onPage(0, signingView),
  /** As `Desk.onChange`. */
  onChange: onPage(1, ({ changes }, { id }, see: () => void) => changes.onChange(id, see)),
  /** A person has the page before them: from now on they must confirm before a newer version replaces this one. */
  opened: onPage(0, ({ store }, { id }) => store.opened(id)),
  refresh: onPage(0, (context, { id }) => readStatus(context, id, context.call())),
  renew: onPage(0, renew),
  /** The state of its escrow by the ledger; undefined before it has settled, or where there is no ledger to ask. */
  escrow: onPage(0, (context, prepared) => escrowOnPage(context, prepared)),
  /**
   * The next step of a settled request's escrow, where it is its signer's turn; gives the id of that step's page.
   * @param step data from a browser. @throws CountersignError STEP_NOT_POSSIBLE, and those of `prepare`
   */
  prepareNext: onPage(1, (context, prepared, step: NextInput) => prepareNext(context, prepared, step)),
  confirm: onPage(1, confirmStops),
  /**
   * Gives a name in the owner's address book to an address that has a role here. `unlike` of its input: the known address
   * that it looks like, if the person saw and confirmed that.
   * @throws CountersignError INPUT_INVALID, also where others may open the page; CONFIRMATION_NEEDED where the name
   *   already refers to another address
   */
  nameAddress: onPage(1, nameAddress),
  /**
   * Ends the request as `declined`. @param reason in the person's words, 300 characters at most
   * @throws CountersignError PROOF_NEEDED for a visitor who did not prove the signer's wallet
   */
  decline: onPage(
    1,
    (context, prepared, reason: string | undefined) => decline(context, prepared, reason, context.call()),
    ([reason]) => ({ reason }),
  ),
  submit: onPage(
    1,
    (context, { id }, signedXdr: string) => submit(context, { signedXdr, id }),
    ([signedXdr]) => ({ signedXdr }),
  ),
  /** The outcome of the delivered signature; sends it again where the outcome is unknown. */
  askAgain: onPage(0, (context, { id }) => submit(context, { id })),
  declareFailed: onPage(0, (context, { id }) => declareFailed(context, id)),
});

/** The calls of anyone who knows an escrow's address, on its page. */
export const escrowPageCalls = ({ call }: Caller) => ({
  /**
   * Prepares a step for the wallet that holds its role. @param step data from a browser. @returns the id of its signing
   * page. @throws CountersignError INPUT_INVALID, PROOF_NEEDED, RATE_LIMITED, STEP_NOT_POSSIBLE, and those of `prepare`
   */
  prepareForParty: call(1, (context, step: PartyStepInput) => prepareForParty(context, step)),
  /**
   * The escrows of the wallets that the visitor has proven. @param input `{ opened }`: addresses of escrows, 30 at most
   * @throws CountersignError INPUT_INVALID, PROOF_NEEDED
   */
  escrowsOfWallets: call(1, (context, input: { readonly opened: readonly string[] }) =>
    listOfWallets(context, input, context.call()),
  ),
});

/** The calls of a browser that opened a person's list. @param right to their address book */
export const listCalls = ({ call }: Caller, right: ListRight) => {
  const bookOf = (context: DeskContext): AddressBook => addressBookOf(context, personIn(context));
  const changing = (context: DeskContext): AddressBook => {
    if (right === 'reading') throw new CountersignError('READ_ONLY', openedByAssistant());
    return bookOf(context);
  };
  return {
    /**
     * Newest first, 200 at most. @param input `{ query?, status?, since? }` as of a person's `find`
     * @throws CountersignError INPUT_INVALID
     */
    escrows: call(1, (context, input: unknown) => listEscrows(context, input, context.call())),
    /** @param input `{ id }` or `{ contractId }`. @throws CountersignError as a person's `get` */
    details: call(1, async (context, input: unknown) => {
      const escrow = await getEscrow(context, input, context.call());
      const { happened, isWhole } = await readEscrowHistory(context, escrow);
      return { escrow, happened: withActors(escrow, happened), isWhole };
    }),
    contacts: {
      list: call(0, (context) => bookOf(context).list()),
      /** The entry of a name, including one that was removed lately. */
      find: call(1, (context, name: string) => bookOf(context).find(name), NAME),
      /** An address that the person trusts and that this one may be mistaken for. */
      lookAlike: call(1, (context, address: string) => bookOf(context).lookAlike(address)),
      /** @throws CountersignError INPUT_INVALID, CONFIRMATION_NEEDED as the address book does */
      set: call(1, (context, { name, address, instead, unlike }: ListedName) =>
        changing(context).set(name, address, 'page', instead, unlike),
      ),
      /** @throws CountersignError INPUT_INVALID where there is no such name */
      remove: call(1, (context, name: string) => changing(context).remove(name), NAME),
    },
  };
};

const NAME = ([name]: readonly unknown[]) => ({ name });

/** A name for an address, and what the person saw next to it and confirmed: see `AddressBook`. */
type ListedName = {
  readonly name: string;
  readonly address: string;
  readonly instead?: string | undefined;
  readonly unlike?: string | undefined;
};

const openedByAssistant = () => ({
  message: 'This list was opened with a link that an assistant gave, so the address book cannot be changed in it.',
  remedy: `Open the list with “${ownCommand()} escrows” in a terminal, then change it there.`,
});
