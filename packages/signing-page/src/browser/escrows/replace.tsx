/** Another address for a name: both whole, and the new one confirmed by its end, as in a terminal. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Code } from '../parts/code.tsx';
import { words } from '../words/words.ts';
import { Field } from './field.tsx';
import { Problem } from './refusal.tsx';

const TYPED = 6;

type ReplaceProps = {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly onYes: () => Promise<void>;
  readonly onNo: () => void;
};

export function Replace({ name, before, after, onYes, onNo }: ReplaceProps) {
  const { people } = words().escrows;
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    const isRight = typed.trim().toUpperCase() === after.slice(-TYPED);
    setWrong(!isRight);
    if (isRight) void onYes();
  };
  return (
    <form class="contact-form" onSubmit={onSubmit}>
      <h3 ref={heading} tabIndex={-1}>
        {people.replaceTitle(name)}
      </h3>
      <p>{people.replaceWhy}</p>
      <dl>
        <div>
          <dt>{people.before}</dt>
          <dd>
            <Code code={before} />
          </dd>
        </div>
        <div>
          <dt>{people.after}</dt>
          <dd>
            <Code code={after} />
          </dd>
        </div>
      </dl>
      {isWrong && <Problem message={people.notThese} />}
      <Field id="contact-end" label={people.confirm} value={typed} onInput={setTyped} />
      <p class="buttons">
        <button type="submit" class="danger">
          {people.confirmYes}
        </button>
        <button type="button" class="secondary" onClick={onNo}>
          {people.cancel}
        </button>
      </p>
    </form>
  );
}
