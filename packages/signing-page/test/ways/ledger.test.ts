/** A Ledger over WebHID: all its states on one page, from the first press to settled. */
import { hasBrowser } from '@countersign/testkit/page/browser';
import { openStage } from '@countersign/testkit/page/stage';
import { installLedger } from '@countersign/testkit/wallets/ledger';
import { openWithWallet } from '@countersign/testkit/wallets/page-with-wallet';
import { describe, expect, test } from 'vitest';

describe.runIf(hasBrowser)('a Ledger', () => {
  const stage = openStage();

  test('says what is wrong in every state, and then signs with the signer’s account', async () => {
    const opened = await openWithWallet(stage, 'Ledger', installLedger);
    const { wallet: ledger, prepared, oddities, refused, press, settled } = opened;
    const calls = stage.scene.road.asked.length;
    ledger.state = 'absent';
    await refused('No Ledger is connected to this page.');
    ledger.state = 'locked';
    await refused('Ledger is locked');
    ledger.state = 'no app';
    await refused('The Stellar app is not open on the Ledger.');
    ledger.state = 'ready';
    ledger.answer = 'decline';
    await refused('Ledger did not sign: it was declined there.');
    ledger.answer = 'sign';
    ledger.accounts = ['provider', 'platform', 'provider', 'platform', 'provider', 'client'];
    await refused('The signer’s account is not among the first five accounts of this Ledger.');
    ledger.accounts = ['client'];
    ledger.answer = 'change';
    await refused('is not valid for this transaction.');
    ledger.answer = 'sign';
    ledger.reads = false;
    ledger.signsHashes = false;
    await refused('The Ledger cannot show this transaction in full, and hash signing is off.');
    expect(stage.scene.road.asked.length).toBe(calls);
    expect((await stage.scene.desk.status(prepared.id)).status).toBe('prepared');
    ledger.asked.length = 0;
    ledger.reads = true;
    ledger.accounts = ['provider', 'platform', 'client'];
    await press();
    await settled();
    expect(ledger.asked).toEqual(['key 44/148/0', 'key 44/148/1', 'key 44/148/2', 'transaction 44/148/2']);
    expect(oddities).toEqual([]);
  });

  test('signs the hash when it cannot read the transaction', async () => {
    const { wallet: ledger, press, settled, oddities } = await openWithWallet(stage, 'Ledger', installLedger);
    ledger.reads = false;
    await press();
    await settled();
    expect(ledger.asked).toEqual(['key 44/148/0', 'transaction 44/148/0', 'hash 44/148/0']);
    expect(oddities).toEqual([]);
  });
});
