/** Moves sandbox USDC to an escrow, and asks the friendbot for money: plain Stellar RPC, as any wallet would. */
import { CountersignError } from '@countersign/core/errors';
import { addressProblem, readAmount, toBaseUnits } from '@countersign/core/escrow';
import { connectRpc, openLedger } from '@countersign/core/ledger';
import { NETWORKS } from '@countersign/core/network';
import {
  Address,
  BASE_FEE,
  Contract,
  type Keypair,
  nativeToScVal,
  TransactionBuilder,
} from '@stellar/stellar-sdk/base';
import { Api, type Server } from '@stellar/stellar-sdk/rpc';
import type { SandboxLedger } from './connect-sandbox.ts';

const usdc = NETWORKS.sandbox.tokens[0];

/**
 * @param amount in USDC, as text
 * @returns the transaction's hash, once it is settled
 * @throws CountersignError INPUT_INVALID, NETWORK_REFUSED with what the ledger said
 */
export async function pay(ledger: SandboxLedger, from: Keypair, to: string, amount: string): Promise<string> {
  const units = checkedUnits(to, amount);
  const server = connectRpc(ledger.rpcUrl);
  if (to.startsWith('C') && !(await isContract(server, ledger.rpcUrl, to))) {
    throw new CountersignError('INPUT_INVALID', {
      fields: [{ path: 'escrow', problem: 'is an address with no contract on this sandbox; nothing was paid' }],
    });
  }
  const account = await server.getAccount(from.publicKey());
  const transfer = new Contract(usdc.address).call(
    'transfer',
    Address.fromString(from.publicKey()).toScVal(),
    Address.fromString(to).toScVal(),
    nativeToScVal(units, { type: 'i128' }),
  );
  const draft = new TransactionBuilder(account, { fee: BASE_FEE, networkPassphrase: NETWORKS.sandbox.passphrase })
    .addOperation(transfer)
    .setTimeout(60)
    .build();
  const simulated = await server.simulateTransaction(draft);
  if (Api.isSimulationError(simulated)) throw refused(simulated.error, amount);
  const transaction = await server.prepareTransaction(draft);
  transaction.sign(from);
  const sent = await server.sendTransaction(transaction);
  const result = await server.pollTransaction(sent.hash, { attempts: 10, sleepStrategy: () => 200 });
  if (result.status !== Api.GetTransactionStatus.SUCCESS) {
    throw new CountersignError('NETWORK_REFUSED', {
      message: 'The ledger did not take the payment.',
      detail: `${sent.status} ${result.status}`,
    });
  }
  return sent.hash;
}

/** Anyone can work out an escrow's address before it is deployed, and a token can be sent there. */
async function isContract(server: Server, rpcUrl: string, address: string): Promise<boolean> {
  const { entries } = await server.getLedgerEntries(new Contract(address).getFootprint());
  if (entries.length > 0) return true;
  // An archived one is not listed, but can still be paid.
  return (await openLedger([rpcUrl], NETWORKS.sandbox.passphrase).unlistedAt(address)).kind === 'archived';
}

/** The token contract's errors are numbers. These are the ones that a person can do something about. */
function refused(detail: string, amount: string): CountersignError {
  // An amount that no account could hold has its own number.
  if (detail.includes('Error(Contract, #10)') || detail.includes('Error(Contract, #12)')) {
    return new CountersignError('NETWORK_REFUSED', {
      message: `The payer holds less than ${amount} ${usdc.code}, or the payee may not hold that much more.`,
      remedy: 'Pay less, or pay from another account.',
      detail,
    });
  }
  if (detail.includes('Error(Contract, #13)')) {
    return new CountersignError('NETWORK_REFUSED', {
      message: `Payer or payee has no trustline for ${usdc.code}.`,
      remedy: 'Use an account that the sandbox’s friendbot funded: it holds sandbox USDC at once.',
      detail,
    });
  }
  return new CountersignError('TRIAL_REFUSED', { detail });
}

/** @throws CountersignError INPUT_INVALID, NETWORK_REFUSED with what the friendbot said */
export async function fund(ledger: SandboxLedger, address: string): Promise<void> {
  const problem = addressProblem(address, ['account']);
  if (problem !== undefined) throw new CountersignError('INPUT_INVALID', { fields: [{ path: 'address', problem }] });
  const response = await fetch(`${ledger.friendbotUrl}?addr=${address}`, {
    method: 'POST',
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) {
    const detail = await response.text();
    if (detail.includes('createAccountAlreadyExist')) {
      throw new CountersignError('NETWORK_REFUSED', {
        message: 'This account exists and is funded already.',
        remedy: 'Use it as it is.',
      });
    }
    throw new CountersignError('NETWORK_REFUSED', {
      message: 'The sandbox’s friendbot did not fund the account.',
      detail,
    });
  }
}

function checkedUnits(to: string, amount: string): bigint {
  const decimal = readAmount(amount, usdc.code);
  const units = typeof decimal === 'string' ? toBaseUnits(decimal, usdc.decimals) : undefined;
  const address = addressProblem(to, ['account', 'contract']);
  const fields = [
    ...(address === undefined ? [] : [{ path: 'escrow', problem: address }]),
    ...(units === undefined || units <= 0n
      ? [{ path: 'amount', problem: `is not an amount of ${usdc.code} above 0 with at most ${usdc.decimals} decimals` }]
      : []),
  ];
  if (fields.length > 0) throw new CountersignError('INPUT_INVALID', { fields });
  return units as bigint;
}
