/** After a refusal that only another input can change, the same bad input is not sent again. */
import { isDeepStrictEqual } from 'node:util';
import type { Breach, Rule } from './transcript.ts';

type Refused = { readonly tool: string; readonly input: unknown; readonly paths: readonly string[] };
type ErrorView = { readonly retryable?: boolean; readonly fields?: readonly { readonly path: string }[] };

export const noRepeatedInput: Rule = ({ events }) => {
  let refused: Refused[] = [];
  return events.flatMap((event, at): Breach[] => {
    if (event.kind === 'person' || event.kind === 'deed' || event.kind === 'new-chat') {
      // What they say or do may make the same call right.
      refused = [];
      return [];
    }
    if (event.kind === 'result' && event.isError) {
      const call = events[event.call];
      const { retryable = false, fields = [] } = (event.value ?? {}) as ErrorView;
      if (call?.kind === 'call' && !retryable) {
        refused = [
          ...refused,
          { tool: call.tool, input: call.input, paths: fields.flatMap(({ path }) => path.split(', ')) },
        ];
      }
    }
    if (event.kind !== 'call') return [];
    const isRepeated = refused.some(({ tool, input, paths }) => {
      if (tool !== event.tool) return false;
      if (isDeepStrictEqual(input, event.input)) return true;
      return paths.some((path) => {
        const value = valueAt(input, path);
        return value !== undefined && isDeepStrictEqual(value, valueAt(event.input, path));
      });
    });
    return isRepeated ? [{ rule: 'no-repeated-input', at, why: `${event.tool} was refused with this input` }] : [];
  });
};

/** @param path as errors name fields: `roles.receiver`, `milestones[0].amount` */
function valueAt(value: unknown, path: string): unknown {
  return path
    .split(/[.[\]]+/)
    .filter((part) => part !== '')
    .reduce<unknown>((inner, part) => (inner as Readonly<Record<string, unknown>> | undefined)?.[part], value);
}
