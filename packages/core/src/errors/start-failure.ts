/** What a process that cannot start prints, without a stack. */
import type { CountersignError } from './errors.ts';

/** One line for each invalid setting; else what happened and what to do. */
export function startFailureText({ code, message, operatorRemedy: remedy, fields }: CountersignError): string {
  const lines =
    code === 'SECRET_REFUSED'
      ? [`${code}: ${message} ${remedy}`]
      : (fields?.map(({ path, problem }) => `${path} ${problem}.`) ?? [`${message} ${remedy}`]);
  return lines.map((line) => `${line}\n`).join('');
}
