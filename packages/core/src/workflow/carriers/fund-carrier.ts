/**
 * A payment into an escrow. A plain transfer needs no service; the call of the escrow's contract is built by the service
 * where it can, which then sends what it built, and by Stellar RPC elsewhere.
 */
import { expectedOf, FUND_ESCROW, fundingCall } from '../../actions/fund/escrow-call.ts';
import type { FundRequest } from '../../actions/fund/request.ts';
import { readTransaction } from '../../envelope/read-transaction.ts';
import { CountersignError } from '../../errors/errors.ts';
import { knownToken, type Network } from '../../escrow/network.ts';
import { calledFunction } from '../../kinds/factory-call.ts';
import type { Built, Ledger } from '../../ledger/ledger.ts';
import type { EscrowService } from '../../service/escrow-service.ts';
import type { Carrier } from './carrier.ts';
import { notBuilt } from './not-built.ts';
import { sendByRpc } from './send-by-rpc.ts';

/** As long as a person needs to read and sign. */
const LIFE_SECONDS = 120;

export function fundCarrier(
  service: Pick<EscrowService, 'fund' | 'reindex' | 'sendTransaction'>,
  ledger: Ledger,
  network: Network,
  now: () => number,
): Carrier<'fund'> {
  return {
    build: async (request, options) => {
      const expected = expectedOf(request);
      if (expected !== undefined && service.fund !== undefined) {
        const { escrow, signer, amount } = request;
        const asked = { escrow, signer, amount, release: expected.kind.release };
        return (await service.fund(asked, options)).unsignedTransaction;
      }
      const { signal } = options;
      const seconds = Math.floor(now() / 1_000);
      const time = { now: seconds, validUntil: seconds + LIFE_SECONDS };
      const built = await ledger.buildCall(request.signer, fundingCall(request, network), time, signal);
      if (built.kind === 'built') return built.unsignedXdr;
      if (signal?.aborted) throw new CountersignError('CANCELLED');
      throw notBuilt(built, request.signer, network, refusedPayment(request, network));
    },
    send: async (signedXdr, options) => {
      const read = readTransaction(signedXdr, network.passphrase);
      // A service sends only what it built.
      if (service.fund !== undefined && calledFunction(read) === FUND_ESCROW) {
        return await service.sendTransaction(signedXdr, options);
      }
      const outcome = await sendByRpc(ledger, signedXdr, options);
      await service.reindex?.(read.hashHex, options).catch(() => {});
      return outcome;
    },
  };
}

const refusedPayment =
  ({ trustline, way }: FundRequest, network: Network) =>
  ({ contractError = -1, detail }: Extract<Built, { kind: 'would-fail' }>): CountersignError =>
    new CountersignError('SERVICE_REFUSED', {
      message: 'The network refused this payment in a trial run.',
      // The escrow's own errors have numbers of the same range.
      ...(way === 'escrow' || knownToken(network, trustline.address) === undefined ? {} : REFUSALS[contractError]),
      detail,
    });

/** The errors of a Stellar asset's contract (CAP-46-6) that a person can do something about. */
const TOO_MUCH = {
  message: 'The payer holds less than this amount, or the escrow may not hold that much more.',
  remedy: 'Pay less, or pay from another account.',
};
const REFUSALS: Readonly<Record<number, { readonly message: string; readonly remedy: string }>> = {
  10: TOO_MUCH,
  // More than any account can hold.
  12: TOO_MUCH,
  13: {
    message: 'The payer has no trustline for this token.',
    remedy: 'Add the trustline in the wallet, or pay from an account that holds the token.',
  },
};
