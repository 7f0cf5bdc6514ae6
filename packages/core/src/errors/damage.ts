/** Stored records that cannot be read: found where a row is read, and named to the people who may see it. */
import { CountersignError } from './errors.ts';
import { type DamagedPart, fieldProblem, isProblem } from './problems.ts';

/** `id`: of a prepared request, else the hash of a transaction that was prepared elsewhere. */
export type DamagedRecord = { readonly id: string; readonly part: DamagedPart };

/** @param message where more is to be reported */
export const recordDamaged = (id: string, part: DamagedPart, message?: string): CountersignError =>
  new CountersignError('RECORD_DAMAGED', {
    fields: [fieldProblem('record', 'DAMAGED_PART', { id, part })],
    ...(message === undefined ? {} : { message }),
  });

export function damageIn(error: unknown): DamagedRecord | undefined {
  if (!(error instanceof CountersignError) || error.code !== 'RECORD_DAMAGED') return undefined;
  const [field] = error.fields ?? [];
  if (field === undefined || !isProblem(field) || field.problem.code !== 'DAMAGED_PART') return undefined;
  return field.problem.params;
}

/** What can be read, and the records that cannot. @throws any other error of `read` */
export function readIntact<Row, T>(
  rows: readonly Row[],
  read: (row: Row) => T,
): { readonly intact: readonly T[]; readonly damaged: readonly DamagedRecord[] } {
  const [intact, damaged]: [T[], DamagedRecord[]] = [[], []];
  for (const row of rows) {
    try {
      intact.push(read(row));
    } catch (error) {
      const record = damageIn(error);
      if (record === undefined) throw error;
      damaged.push(record);
    }
  }
  return { intact, damaged };
}
