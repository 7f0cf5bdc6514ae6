/** The main job, as an assistant does it: prepare, let a wallet sign, submit, read the balance. */
import { expect } from 'vitest';
import { call, type Host } from './host.ts';
import { REQUEST, REQUEST_FOR_XDR, SIGNER, signAs } from './request.ts';

export async function deployAnEscrow(host: Host) {
  const prepared = await call(host, 'deploy_escrow', REQUEST_FOR_XDR);
  const { id, escrow, transactionHash, unsignedXdr } = prepared as Record<string, string>;
  expect(prepared).toMatchObject({
    status: 'prepared',
    network: 'sandbox',
    checked: 'verified',
    escrow,
    summary: {
      total: '60.5',
      token: { code: 'USDC' },
      platformFeePercent: '5',
      parties: expect.arrayContaining([
        { address: SIGNER, roles: 'Signer, Approver, Release signer', name: 'Ana, a demo account of the sandbox' },
        {
          address: REQUEST.roles.receiver,
          roles: 'Service provider, Receiver',
          name: 'Ben, a demo account of the sandbox',
          firstTimeHere: true,
        },
      ]),
    },
  });
  const signedXdr = signAs('client', unsignedXdr as string, transactionHash as string);
  const settled = await call(host, 'submit_signed_xdr', { signedXdr, id });
  expect(settled).toMatchObject({ status: 'settled', transactionHash, escrow });
  const read = await call(host, 'get_balances', { signer: SIGNER, escrows: [escrow] });
  expect(read['balances']).toEqual([{ escrow, balance: '0', by: 'ledger', needed: '60.5', asset: 'USDC' }]);
  return { prepared, signedXdr, settled };
}
