/** An error of the server, as a person reads it. */
import { fieldText } from '../words/said.ts';
import { words } from '../words/words.ts';
import type { Trouble } from './api.ts';

export function Refusal({ trouble }: { readonly trouble: Trouble | undefined }) {
  if (trouble === undefined || trouble.kind === 'session') return null;
  if (trouble.kind === 'away') return <Problem message={words().escrows.away} />;
  const { error } = trouble;
  if (error === undefined) return <Problem message={words().escrows.failed} />;
  const fields = (error.fields ?? []).map(({ path, problem }) => `${fieldText(path)} ${problem}`);
  return <Problem message={error.message} fields={fields} remedy={error.remedy} />;
}

type ProblemProps = {
  readonly message: string;
  readonly fields?: readonly string[];
  readonly remedy?: string;
};

export function Problem({ message, fields = [], remedy }: ProblemProps) {
  return (
    <div class="problem" role="alert">
      <p class="message">{message}</p>
      {fields.length > 0 && (
        <ul>
          {fields.map((field) => (
            <li key={field}>{field}</li>
          ))}
        </ul>
      )}
      {remedy !== undefined && <p>{remedy}</p>}
    </div>
  );
}
