/** Proves that a wallet belongs to a person, by a text that its key signs. A proof gives no right to sign. */
import { createHash, randomBytes } from 'node:crypto';
import { CountersignError } from '../../errors/errors.ts';
import { addressProblem } from '../../escrow/index.ts';
import { hasSignedMessage } from '../../signatures/index.ts';
import { cleanLine } from '../../text/text.ts';
import { deskWordsOf } from '../../words/all.ts';
import type { DeskContext } from '../context.ts';
import { isLocal, personIn } from '../model/person.ts';
import type { ProofInput, ProofLink, ProofToSign } from '../model/wallet-proof-views.ts';
import type { ProofAsked } from '../store/store.ts';

const LINK_MS = 15 * 60_000;

/** 128 random bits in hex. */
const TOKEN = /^[0-9a-f]{32}$/;
/** Longer than any name of a Discord member or server. */
const MOST_SAID = 120;

/** @returns undefined where no page is served. @throws CountersignError INPUT_INVALID */
export async function askWalletProof(context: DeskContext, input: ProofInput): Promise<ProofLink | undefined> {
  const { store, now, proofUrl } = context;
  const { language } = context.words;
  const { address, person, place } = input;
  const problem = addressProblem(address, ['account']);
  if (problem !== undefined) throw new CountersignError('INPUT_INVALID', { fields: [{ path: 'address', problem }] });
  if (proofUrl === undefined) return undefined;
  const [token, code] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
  const url = proofUrl(token);
  const endsAt = now() + LINK_MS;
  await store.askProof(personIn(context), {
    hash: hashOf(token),
    // One line each: no name can begin a new line in the signed text.
    ...{ address, person: cleanLine(person, MOST_SAID), place: cleanLine(place, MOST_SAID) },
    ...{ host: new URL(url).host, code, language },
    expiresAt: endsAt,
  });
  return { url, endsAt };
}

/**
 * For a person who is signed in from elsewhere, and names a wallet that they have not proven: the same link. Local people
 * need none. @returns undefined also where no page is served
 */
export async function askToProveOwn(context: DeskContext, address: string): Promise<ProofLink | undefined> {
  const person = personIn(context);
  if (isLocal(person) || addressProblem(address, ['account']) !== undefined) return undefined;
  if ((await context.store.provenAt(person, address)) !== undefined) return undefined;
  return await askWalletProof(context, { address, person: person.id, place: context.words.ASSISTANT_OF_PERSON });
}

type WalletProofContext = Pick<DeskContext, 'store' | 'network'>;

/** @throws CountersignError PROOF_CLOSED, whatever is wrong with the link */
export async function proofToSign({ store, network }: WalletProofContext, token: string): Promise<ProofToSign> {
  const proof = await find({ store }, token);
  const { address, expiresAt: endsAt } = proof;
  return { address, text: textOf(proof), network: network.name, networkPassphrase: network.passphrase, endsAt };
}

/**
 * @param signature as a wallet gave it: 64 bytes in base64 or hex
 * @throws CountersignError PROOF_CLOSED, PROOF_NOT_SIGNED
 */
export async function proveWallet({ store }: WalletProofContext, token: string, signature: string): Promise<void> {
  const proof = await find({ store }, token);
  if (!hasSignedMessage(proof.address, textOf(proof), signature)) throw new CountersignError('PROOF_NOT_SIGNED');
  if (!(await store.prove(proof.hash))) throw new CountersignError('PROOF_CLOSED');
}

/** Whether there is such a link; cheap. */
export async function isProofAsked({ store }: Pick<WalletProofContext, 'store'>, token: string): Promise<boolean> {
  return TOKEN.test(token) && (await store.proofAsked(hashOf(token))) !== undefined;
}

async function find({ store }: Pick<WalletProofContext, 'store'>, token: string): Promise<ProofAsked> {
  const proof = TOKEN.test(token) ? await store.proofAsked(hashOf(token)) : undefined;
  if (proof === undefined) throw new CountersignError('PROOF_CLOSED');
  return proof;
}

const textOf = (proof: ProofAsked): string => deskWordsOf(proof.language).walletProofText(proof);

const hashOf = (token: string): string => createHash('sha256').update(`proof ${token}`).digest('hex');
