/** What v1 keeps of escrows, row by row. */
import * as z from 'zod';
import { decodeStrKey } from '../../../escrow/index.ts';
import type { Release } from '../../../escrow/network.ts';
import type { ServiceRow } from '../../escrow-service.ts';

const optionalText = z.string().optional().catch(undefined);

const rowSchema = z.looseObject({
  contractId: z.string().refine((address) => decodeStrKey(address)?.kind === 'contract'),
  title: optionalText,
  engagementId: optionalText,
  type: z.enum(['multi-release', 'single-release']).optional().catch(undefined),
});

const RELEASES: Readonly<Record<string, Release>> = { 'multi-release': 'multi', 'single-release': 'single' };

/** A row that names no contract is left out: v1 also keeps deploys that were never sent. */
export function readRows(rows: readonly unknown[]): ServiceRow[] {
  return rows.flatMap((row) => {
    const { success, data } = rowSchema.safeParse(row);
    if (!success) return [];
    const { contractId, title, engagementId, type } = data;
    const release = type === undefined ? undefined : RELEASES[type];
    return [
      {
        contractId,
        ...(title === undefined ? {} : { title }),
        ...(engagementId === undefined ? {} : { engagementId }),
        ...(release === undefined ? {} : { release }),
      },
    ];
  });
}
