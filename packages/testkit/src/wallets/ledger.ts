/**
 * A stand-in for a Ledger on which the Stellar app is open, behind WebHID: reports of 64 bytes that carry parts of
 * commands (APDU), as Ledger's transport frames them, and the commands of the app (github.com/LedgerHQ/app-stellar).
 */
import { createHash } from 'node:crypto';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { messageHash } from '@countersign/core/signatures';
import type { Page } from 'playwright-core';

const readyLedger = () => ({
  /** Names of the demo accounts on it, in their order. */
  accounts: ['client'],
  state: 'ready' as 'ready' | 'locked' | 'no app' | 'absent',
  answer: 'sign' as 'sign' | 'decline' | 'change',
  /** Whether its app can read the transaction, and whether it may sign what it cannot read. */
  reads: true,
  signsHashes: true,
  /** Instructions that it got, in order. */
  asked: [] as string[],
});
type Ledger = ReturnType<typeof readyLedger>;

const REPORT = 64;
const TAG = 0x05;
const OK = 0x9000;
const HARDENED = 0x8000_0000;

export async function installLedger(page: Page): Promise<Ledger> {
  const ledger = readyLedger();
  const take = createFraming((apdu) => respond(apdu));
  let chunks: Buffer[] = [];
  const respond = (apdu: Buffer): Buffer => {
    const [, instruction = 0, p1, p2] = apdu;
    const data = apdu.subarray(5, 5 + (apdu[4] ?? 0));
    if (p1 === 0) chunks = [];
    chunks.push(data);
    if (instruction !== 0x02 && p2 === 0x80) return status(OK);
    return run(ledger, instruction, Buffer.concat(chunks));
  };
  await page.exposeFunction('standInForLedger', (report: number[]) =>
    take(Buffer.from(report)).map((each) => [...each]),
  );
  await page.exposeFunction('standInForLedgerIsThere', () => ledger.state !== 'absent');
  await page.addInitScript(`{
    const hid = new EventTarget();
    const device = Object.assign(new EventTarget(), {
      vendorId: 0x2c97, productId: 0x5011, productName: 'Nano S Plus', opened: false, collections: [],
      open: async () => { device.opened = true; },
      close: async () => { device.opened = false; },
      sendReport: async (id, data) => {
        const reports = await window.standInForLedger([...new Uint8Array(data.buffer ?? data)]);
        for (const report of reports) {
          const event = Object.assign(new Event('inputreport'), { device, reportId: 0 });
          device.dispatchEvent(Object.assign(event, { data: new DataView(new Uint8Array(report).buffer) }));
        }
      },
    });
    Object.assign(hid, {
      getDevices: async () => [],
      requestDevice: async ({ filters }) => {
        if (!navigator.userActivation.isActive) throw new DOMException('Must be handling a user gesture', 'SecurityError');
        const isThere = await window.standInForLedgerIsThere();
        return isThere && filters.some(({ vendorId }) => vendorId === device.vendorId) ? [device] : [];
      },
    });
    Object.defineProperty(navigator, 'hid', { value: hid });
  }`);
  return ledger;
}

/** Puts reports together to commands, and cuts answers into reports. */
function createFraming(respond: (apdu: Buffer) => Buffer): (report: Buffer) => Buffer[] {
  let got = Buffer.alloc(0);
  return (report) => {
    const channel = report.subarray(0, 2);
    if (report.length !== REPORT || report[2] !== TAG) throw new Error('this is no report for a Ledger');
    const number = report.readUInt16BE(3);
    got = Buffer.concat([number === 0 ? Buffer.alloc(0) : got, report.subarray(5)]);
    const length = got.readUInt16BE(0);
    if (got.length - 2 < length) return [];
    const answer = respond(got.subarray(2, 2 + length));
    const framed = Buffer.concat([Buffer.from([answer.length >> 8, answer.length & 0xff]), answer]);
    const room = REPORT - 5;
    return Array.from({ length: Math.ceil(framed.length / room) }, (_, index) => {
      const whole = Buffer.alloc(REPORT);
      Buffer.concat([channel, Buffer.from([TAG, index >> 8, index & 0xff])]).copy(whole);
      framed.subarray(index * room, (index + 1) * room).copy(whole, 5);
      return whole;
    });
  };
}

function run(ledger: Ledger, instruction: number, data: Buffer): Buffer {
  const name = { 2: 'key', 4: 'transaction', 8: 'hash', 12: 'text' }[instruction] ?? `instruction ${instruction}`;
  if (ledger.state === 'locked') return status(0x5515);
  if (ledger.state === 'no app') return status(0x6d02);
  const [purpose, coin, account] = [1, 5, 9].map((at) => data.readUInt32BE(at) - HARDENED);
  ledger.asked.push(`${name} ${purpose}/${coin}/${account}`);
  if (data[0] !== 3 || purpose !== 44 || coin !== 148) return status(0x6a80);
  const keypair = sandboxKeypair(ledger.accounts[account ?? 0] ?? 'arbiter');
  if (name === 'key') return Buffer.concat([keypair.rawPublicKey(), status(OK)]);
  const content = data.subarray(13);
  if (name === 'transaction' && !ledger.reads) return status(0xb005);
  if (name === 'hash' && !ledger.signsHashes) return status(0x6c66);
  if (ledger.answer === 'decline') return status(0x6985);
  const signed =
    name === 'hash'
      ? content
      : name === 'text'
        ? Buffer.from(messageHash(content))
        : createHash('sha256').update(content).digest();
  if (ledger.answer === 'change') signed.reverse();
  return Buffer.concat([keypair.sign(signed), status(OK)]);
}

function status(word: number): Buffer {
  return Buffer.from([word >> 8, word & 0xff]);
}
