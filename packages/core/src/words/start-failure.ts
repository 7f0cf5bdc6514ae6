/** What a process that cannot start prints, without a stack. */
import type { CountersignError } from '../errors/errors.ts';
import { spokenFields } from './problems.ts';

/** One line for each invalid setting; else what happened and what to do. */
export function startFailureText(error: CountersignError): string {
  const { code, message, operatorRemedy: remedy, fields } = error;
  const lines =
    fields === undefined || code === 'SECRET_REFUSED'
      ? [`${code === 'SECRET_REFUSED' ? `${code}: ` : ''}${message} ${remedy}`]
      : spokenFields(error, 'en').map(({ path, problem }) => `${path} ${problem}.`);
  return lines.map((line) => `${line}\n`).join('');
}
