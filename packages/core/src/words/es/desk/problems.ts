/**
 * Problems of input fields, in Spanish. They are written in English, and translated part by part (`is empty; give …`);
 * unknown parts stay in English.
 */
import { PROBLEMS_AS_WRITTEN, PROBLEMS_WITH_VALUES } from './problem-parts.ts';

export function fieldProblemText(problem: string): string {
  const parts = problem.split('; ').map(partText);
  return parts.every((part) => part !== undefined) ? parts.join('; ') : problem;
}

function partText(part: string): string | undefined {
  const found = PROBLEMS_AS_WRITTEN.get(part);
  if (found !== undefined) return found;
  for (const [pattern, text] of PROBLEMS_WITH_VALUES) {
    const values = pattern.exec(part);
    if (values !== null) return text(...values.slice(1));
  }
  return undefined;
}
