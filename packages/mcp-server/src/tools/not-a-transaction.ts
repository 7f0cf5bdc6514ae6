/** Recognises what a model sent instead of a transaction, and names the right tool for it. */
import { CountersignError, type XdrReason } from '@countersign/core/errors';

type Told = { readonly message?: string; readonly remedy: string };

const INSTEAD: Partial<Record<XdrReason, Told>> = {
  address: {
    remedy:
      'get_balances says what an escrow (C…) holds. An account (G…) can be a party to one; nothing here looks into accounts. To explain a transaction, give its XDR.',
  },
  hash: {
    remedy:
      'get_transaction with it as transactionHash says what became of a transaction that was prepared here. To explain another one, give its XDR.',
  },
  id: {
    message: 'This names an escrow that was prepared with deploy_escrow; it is not a transaction.',
    remedy: 'Give it as id: its transaction is explained. get_transaction with the id says what became of it.',
  },
  link: {
    remedy: 'Countersign opens no links. Ask the person what is behind it, or for the XDR of the transaction.',
  },
};

const SIGNING_PAGE: Told = {
  message: 'This is the address of a signing page, not a transaction.',
  remedy:
    'Give it to the person, who reads and signs the escrow there. get_transaction, with the id that deploy_escrow gave, says what became of it.',
};
/** A page's address ends in its id, whatever public address comes before. */
const PAGE_PATH = /\/sign\/[0-9a-f]{32}(?![0-9a-f])/;
const OUR_TEMPLATE = /\bcountersign:\/\/template\//;
const TEMPLATE: Told = {
  message: 'This is the address of a request to fill in, not a transaction.',
  remedy: 'Read it as a resource, fill it in, and give its fields to deploy_escrow.',
};

/** @param thrown by explaining `input`. @returns what to throw */
export function notATransaction(thrown: unknown, input: unknown): unknown {
  if (!(thrown instanceof CountersignError) || thrown.code !== 'XDR_UNREADABLE') return thrown;
  const { reason } = thrown;
  const { xdr } = input as { readonly xdr: string };
  const told = OUR_TEMPLATE.test(xdr)
    ? TEMPLATE
    : reason === 'link' && PAGE_PATH.test(xdr)
      ? SIGNING_PAGE
      : reason && INSTEAD[reason];
  if (told === undefined) return thrown;
  return new CountersignError(thrown.code, {
    message: thrown.message,
    ...(reason === undefined ? {} : { reason }),
    ...told,
    cause: thrown,
  });
}
