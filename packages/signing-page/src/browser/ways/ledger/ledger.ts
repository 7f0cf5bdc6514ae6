/** Signing with a Ledger over WebHID: the device gives a signature alone, which is put to the envelope here. */
import app from '@ledgerhq/hw-app-str';
import transports from '@ledgerhq/hw-transport-webhid';
import { hash, Keypair, xdr } from '@stellar/stellar-sdk/base';
import { type Refusal, refusal } from '../ask-wallet.ts';
import type { Sign, SignMessage, SignOrder } from '../way.ts';

// Their types are those of CommonJS, the modules that the build takes are not.
const Str = app as unknown as typeof app.default;
const TransportWebHID = transports as unknown as typeof transports.default;
type Stellar = InstanceType<typeof Str>;

const LEDGER = { name: 'Ledger', site: 'ledger.com' };
/** The first paths, which hold most people's accounts. */
const PATHS = [0, 1, 2, 3, 4].map((account) => `44'/148'/${account}'`);
/** ENVELOPE_TYPE_TX, which stands between the network's id and the transaction in what is signed. */
const TRANSACTION_TYPE = new Uint8Array([0, 0, 0, 2]);

/** By the errors' names, or by the device's status. */
const CODES: Readonly<Record<string, Refusal>> = {
  StellarUserRefusedError: 'declined',
  StellarHashSigningNotEnabledError: 'hashSigning',
  TransportOpenUserCancelled: 'noDevice',
  DisconnectedDevice: 'noDevice',
  DisconnectedDeviceDuringOperation: 'noDevice',
  LockedDeviceError: 'locked',
  [0x5515]: 'locked',
  [0x6511]: 'noApp',
  [0x6d00]: 'noApp',
  [0x6d02]: 'noApp',
  [0x6e00]: 'noApp',
  [0x6e01]: 'noApp',
};
/** What its app cannot read or hold, it may still sign as a hash. */
const UNREAD = ['StellarDataParsingFailedError', 'StellarDataTooLargeError'];

export const sign: Sign = (order) => onDevice((app) => signOn(app, order));

export const signText: SignMessage = ({ message, signer }) =>
  onDevice(async (app) => {
    const path = await pathOf(app, Keypair.fromPublicKey(signer));
    const { signature } = await app.signMessage(path, new TextEncoder().encode(message));
    return btoa(String.fromCharCode(...signature));
  });

async function onDevice(run: (app: Stellar) => Promise<string>): Promise<string> {
  try {
    const transport = await TransportWebHID.create();
    try {
      return await run(new Str(transport));
    } finally {
      await transport.close();
    }
  } catch (thrown) {
    const { name, statusCode, message } = thrown as Error & { readonly statusCode?: number };
    const code = CODES[name] ?? CODES[String(statusCode)];
    if (code !== undefined) throw refusal(LEDGER, code);
    if (name === 'CountersignError') throw thrown;
    throw refusal(LEDGER, 'other', message);
  }
}

async function signOn(
  app: Stellar,
  { xdr: unsigned, hash: hashed, networkPassphrase, signer }: SignOrder,
): Promise<string> {
  const keypair = Keypair.fromPublicKey(signer);
  const path = await pathOf(app, keypair);
  const envelope = xdr.TransactionEnvelope.fromXdr(unsigned, 'base64');
  if (envelope.type !== 'envelopeTypeTx') throw new TypeError('the page reads no other envelope');
  const { tx } = envelope.v1;
  const signed = new Uint8Array([...hash(networkPassphrase), ...TRANSACTION_TYPE, ...tx.toXdr()]);
  const { signature } = await app.signTransaction(path, signed).catch(async (thrown: Error) => {
    if (!UNREAD.includes(thrown.name)) throw thrown;
    return await app.signHash(path, hashed);
  });
  const decorated = new xdr.DecoratedSignature({ hint: keypair.signatureHint(), signature: new Uint8Array(signature) });
  return xdr.TransactionEnvelope.envelopeTypeTx(new xdr.TransactionV1Envelope({ tx, signatures: [decorated] })).toXdr(
    'base64',
  );
}

/** @throws CountersignError where the signer's account is not among the device's first ones */
async function pathOf(app: Stellar, signer: Keypair): Promise<string> {
  const wanted = signer.rawPublicKey().join();
  for (const path of PATHS) {
    const { rawPublicKey } = await app.getPublicKey(path);
    if (rawPublicKey.join() === wanted) return path;
  }
  throw refusal(LEDGER, 'noAccount');
}
