/** Asks before a name goes: it cannot be given to somebody else for a while. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { words } from '../words/words.ts';
import { removeContact, type Trouble, troubleOf } from './api.ts';
import type { FormProps } from './contact-form.tsx';
import { Refusal } from './refusal.tsx';

export function RemoveForm({ name, onDone, onCancel }: FormProps & { readonly name: string }) {
  const { people } = words().escrows;
  const [trouble, setTrouble] = useState<Trouble>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    removeContact(name).then(
      () => onDone(people.removed(name)),
      (thrown: unknown) => setTrouble(troubleOf(thrown)),
    );
  };
  return (
    <form class="contact-form" onSubmit={onSubmit}>
      <Refusal trouble={trouble} />
      <h3 ref={heading} tabIndex={-1}>
        {people.removeTitle(name)}
      </h3>
      <p>{people.removeWhy}</p>
      <p class="buttons">
        <button type="submit" class="danger">
          {people.removeYes}
        </button>
        <button type="button" class="secondary" onClick={onCancel}>
          {people.removeNo}
        </button>
      </p>
    </form>
  );
}
