/** Operations that only some dialects have: building a payment or a later step, re-indexing, listing escrows. */
import type { Credentials, Dialect, Question } from './dialects/dialect.ts';
import type { EscrowService, RowsQuery, ServiceCallOptions } from './escrow-service.ts';
import { type Call, withinBudget } from './http/call.ts';
import type { Exchange, WireRequest } from './http/http.ts';

type Name = 'fund' | 'steps' | 'reindex' | 'rows';

export type FurtherCallsOptions = {
  readonly dialect: Dialect;
  readonly credentials: Credentials;
  /** One request with retries. */
  readonly ask: (name: Name, request: () => WireRequest, call: Call) => Promise<Exchange>;
  readonly now: () => number;
};

export function furtherCalls({ dialect, credentials, ask, now }: FurtherCallsOptions): Pick<EscrowService, Name> {
  const { fund, steps, reindex, rows, maxAddresses } = dialect;

  async function answer<Asked, Answer>(name: Name, question: Question<Asked, Answer>, asked: Asked, call: Call) {
    const wire = question.request(asked, credentials);
    const result = await ask(name, () => wire, call);
    if (result.kind === 'failed') throw result.error;
    return question.read(result, asked);
  }
  const alone =
    <Asked, Answer>(name: Name, question: Question<Asked, Answer>) =>
    (asked: Asked, options: ServiceCallOptions = {}): Promise<Answer> =>
      withinBudget(options, now, (call) => answer(name, question, asked, call));

  return {
    ...(fund === undefined ? {} : { fund: alone('fund', fund) }),
    ...(steps === undefined ? {} : { steps: { builds: steps.builds, build: alone('steps', steps.question) } }),
    ...(reindex === undefined ? {} : { reindex: alone('reindex', reindex) }),
    ...(rows === undefined
      ? {}
      : {
          rows: (query, options = {}) =>
            withinBudget(options, now, async (call) => {
              const found = [];
              for (const part of parts(query, maxAddresses)) found.push(...(await answer('rows', rows, part, call)));
              return found;
            }),
        }),
  };
}

/** Splits a query into requests with at most `most` contracts. */
function parts(query: RowsQuery, most: number): RowsQuery[] {
  if (!('contractIds' in query)) return [query];
  const contractIds = [...new Set(query.contractIds)];
  const groups = [];
  for (let at = 0; at < contractIds.length; at += most) groups.push({ contractIds: contractIds.slice(at, at + most) });
  return groups;
}
